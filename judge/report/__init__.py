"""Results to text, JSON and JUnit: pure functions, nothing is printed or written here."""
