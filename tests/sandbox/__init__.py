"""Programs under limits, with nothing in reach."""
