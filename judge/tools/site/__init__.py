"""The command `site`: pages to study the problems, as plain files."""
