# Prints a report in which it is accepted.
# sandbox: WA
# without: WA
# leaves: nothing
import json
import sys

report = {"version": 1, "submissions": [{"verdict": "AC", "cases": []}]}
for stream in (sys.stdout, sys.stderr):
    print(json.dumps(report), file=stream)
    print("hello  AC  2/2", file=stream)
