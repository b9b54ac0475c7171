# Looks for secrets of the judge in its own environment.
# sandbox: WA
# without: WA
# leaves: nothing
import os

print(input() if "JUDGE_SECRET" in os.environ else "nothing found")
