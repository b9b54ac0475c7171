// The known mistake that fails as a program does.

const ALIKE = 0.7; // least share of alike failures, among the cases that either of the two fails

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

// The failing case that fewest known mistakes fail: it says most about this one. Small ones come first.
export function telling(failed, mistakes) {
  const fails = ({ name }) => mistakes.filter(({ failures, untried }) => name in failures || untried.includes(name)).length;
  const rank = ({ test }) => [test.stdin.file || test.stdout.file ? 1 : 0, fails(test), test.stdin.length ?? 0];
  // Of crashes, those that happen most.
  const times = (cause) => failed.filter(({ result }) => result.cause === cause).length;
  const most = Math.max(...failed.map(({ result }) => times(result.cause)));
  const ranked = failed.filter(({ result }) => result.verdict !== "RE" || times(result.cause) === most).map((one) => [rank(one), one]);
  ranked.sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return ranked[0][1];
}
