"""Measurements that anybody can repeat; no tests."""
