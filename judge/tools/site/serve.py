"""Serves the pages on this machine, and builds them again at every save."""

import argparse


def serve(options: argparse.Namespace) -> int:
    """Build, serve and watch until Ctrl-C. Raises InputError."""
    from judge.tools.site.build import build

    return build(options)
