"""Warm interpreters: Python is started once for a program, and forked for each of its cases.

This folder is shown to the interpreters of submissions, so its modules are valid for Python 3.6, too.
"""
