"""Lists made smaller, for the `shrink` of generators."""


def fewer(items):
    """Yield lists without some of the items, the largest cut first; none of them is empty."""
    half = len(items) // 2
    if half:
        yield items[:half]
        yield items[half:]
        for i in range(len(items)):
            yield items[:i] + items[i + 1 :]
