"""The commands of the judge, one module each."""
