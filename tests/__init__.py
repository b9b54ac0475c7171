"""The judge's own tests."""
