"""Pages to study the problems."""
