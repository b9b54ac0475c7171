"""The harness: YAML cases in, verdicts out."""
