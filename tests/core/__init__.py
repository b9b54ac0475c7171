"""Cases in, verdicts out."""
