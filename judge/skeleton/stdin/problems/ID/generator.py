"""Random inputs, for generated cases, `judge stress` and `judge bench`."""

LARGEST = 10**9


def generate(random, size):
    """Return an input of `size` lines. All randomness must come from `random`, a random.Random."""
    largest = random.choice([9, LARGEST])  # small numbers make failures that are easy to read
    lines = []
    for _ in range(size):
        numbers = [random.randint(-largest, largest) for _ in range(random.randint(1, 5))]
        lines.append(" ".join(map(str, numbers)) + "\n")
    return "".join(lines)


def shrink(text):
    """Yield smaller valid inputs, largest cut first: `judge stress` looks for the smallest that fails.

    Without this function lines and words are left out where the validator agrees.
    """
    lines = text.splitlines(True)
    if len(lines) > 1:
        half = len(lines) // 2
        yield "".join(lines[:half])
        yield "".join(lines[half:])
        for i in range(len(lines)):
            yield "".join(lines[:i] + lines[i + 1 :])
    for i, line in enumerate(lines):
        numbers = line.split()
        for j in range(len(numbers)):
            if len(numbers) > 1:
                fewer = numbers[:j] + numbers[j + 1 :]
                yield "".join([*lines[:i], " ".join(fewer) + "\n", *lines[i + 1 :]])
