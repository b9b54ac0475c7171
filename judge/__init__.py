"""A local contest judge: runs submissions against YAML test cases and compares output byte for byte."""

__version__ = "1.0.0"
