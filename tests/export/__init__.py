"""Packages for other judges."""
