// Which mistakes of the statement fail where a program does.

const MOST = 3;
const ALIKE = 0.5; // of all failures that one of the two has, the share that both have

// From verdicts by case to { mistake, score }, best first; cases that either was not judged on do not count.
export function resembling(verdicts, mistakes) {
  const scores = mistakes.map((mistake) => ({ mistake, score: likeness(verdicts, mistake) }));
  return scores.filter(({ score }) => score >= ALIKE).sort((one, other) => other.score - one.score).slice(0, MOST);
}

function likeness(verdicts, { failures, untried }) {
  const known = [...verdicts].filter(([name]) => !untried.includes(name));
  const either = known.filter(([name, verdict]) => verdict !== "AC" || name in failures);
  const both = either.filter(([name, verdict]) => verdict !== "AC" && name in failures);
  return either.length ? both.length / either.length : 0;
}
