# The stacks of idle threads are no memory used.
# sandbox: AC
# without: AC
# leaves: nothing
import threading

event = threading.Event()
threads = [threading.Thread(target=event.wait) for _ in range(40)]
for thread in threads:
    thread.start()
event.set()
for thread in threads:
    thread.join()
print(input())
