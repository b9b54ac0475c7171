// Known mistakes that fail in the same way as a program.

const MOST = 3;
// Of the cases where one of the two fails, the share where both do in the same way. With this bound, of 69 programs that
// each resemble a known one, 20 get that one named first, 6 another, and 43 none (tests/benchmarks/resembling.py).
const ALIKE = 0.3;

// From signs of failures by case, empty where there is none, to { mistake, score }, best first.
export function resembling(signs, mistakes) {
  const scores = mistakes.map((mistake) => ({ mistake, score: likeness(signs, mistake) }));
  return scores.filter(({ score }) => score >= ALIKE).sort((one, other) => other.score - one.score).slice(0, MOST);
}

// Cases that one of the two was not judged on do not count.
function likeness(signs, { failures, untried }) {
  const either = [...signs].filter(([name, sign]) => !untried.includes(name) && (sign || name in failures));
  const alike = either.filter(([name, sign]) => sign === failures[name]);
  return either.length ? alike.length / either.length : 0;
}
