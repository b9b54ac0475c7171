"""Tests in a folder in place of a repository: pairs of files, and comparison by tokens."""
