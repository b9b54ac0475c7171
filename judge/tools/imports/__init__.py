"""Imports problems that were made for other judges."""
