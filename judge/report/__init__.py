"""Results to text, JSON and JUnit: pure functions; the terminal, files, and options of several commands."""
