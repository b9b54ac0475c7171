// The known mistake that fails as a program does.

const ALIKE = 0.7; // least share of alike failures, among the cases that either of the two fails
const BRIEF = 2048; // characters in Base64 of an answer that a reader takes in at once

// From signs of failures by case, empty where there is none, to [{ mistake, alike, of }] with the one that is most alike.
export function resembling(signs, mistakes) {
  const found = mistakes.map((mistake) => ({ mistake, ...likeness(signs, mistake) })).filter(({ alike, of }) => alike >= ALIKE * of);
  return found.sort((one, other) => other.alike / other.of - one.alike / one.of).slice(0, 1);
}

// Cases that one of the two was not judged on do not count.
function likeness(signs, { failures, untried }) {
  const either = [...signs].filter(([name, sign]) => !untried.includes(name) && (sign || name in failures));
  return { alike: either.filter(([name, sign]) => sign === failures[name]).length, of: either.length || Infinity };
}

// The failing case that fewest known mistakes fail: it says most about this one. Small ones come first. Where a known
// mistake is named, it is a case that this mistake fails in the same way.
export function telling(failed, mistakes, named) {
  const fails = ({ name }) => mistakes.filter(({ failures, untried }) => name in failures || untried.includes(name)).length;
  const room = ({ stdin, stdout }) => (stdin.file || stdout.file ? 2 : stdout.length > BRIEF ? 1 : 0);
  const rank = ({ test }) => [room(test), fails(test), test.stdin.length ?? 0];
  const alike = failed.filter(({ test, result }) => result.sign && result.sign === named?.failures[test.name]);
  // Of several mistakes in a program, the one that happens most.
  const times = (cause) => failed.filter(({ result }) => result.cause === cause).length;
  const most = Math.max(...failed.map(({ result }) => times(result.cause)));
  const chosen = alike.length ? alike : failed.filter(({ result }) => times(result.cause) === most);
  const ranked = chosen.map((one) => [rank(one), one]);
  ranked.sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return ranked[0][1];
}
