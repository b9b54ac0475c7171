"""Random sessions of calls, for generated cases, `judge stress` and `judge bench`."""

LARGEST = 10**9


def generate(random, size):
    """Return an input of `size` calls. All randomness must come from `random`, a random.Random."""
    largest = random.choice([9, LARGEST])  # small numbers make failures that are easy to read
    calls = []
    for _ in range(size):
        numbers = [random.randint(-largest, largest) for _ in range(random.randint(0, 5))]
        calls.append("print(total(%r))\n" % numbers)
    return "".join(calls)


def shrink(text):
    """Yield smaller valid inputs, largest cut first: `judge stress` looks for the smallest that fails.

    Without this function lines and words are left out where the validator agrees.
    """
    calls = text.splitlines(True)
    if len(calls) > 1:
        half = len(calls) // 2
        yield "".join(calls[:half])
        yield "".join(calls[half:])
        for i in range(len(calls)):
            yield "".join(calls[:i] + calls[i + 1 :])
    for i, call in enumerate(calls):
        numbers = [int(number) for number in call[len("print(total([") : -len("]))\n")].split(",") if number]
        for j in range(len(numbers)):
            fewer = numbers[:j] + numbers[j + 1 :]
            yield "".join([*calls[:i], "print(total(%r))\n" % fewer, *calls[i + 1 :]])
