"""Tests of the libraries behind the setters' commands."""
