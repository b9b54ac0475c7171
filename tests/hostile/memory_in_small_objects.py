# Many small objects.
# sandbox: MLE
# without: MLE
# leaves: nothing
kept = []
while True:
    kept.append(bytes(5000))
