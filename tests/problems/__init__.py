"""The problems of this repository."""
