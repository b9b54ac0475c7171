"""Results to text, JSON and JUnit: pure functions; the terminal."""
