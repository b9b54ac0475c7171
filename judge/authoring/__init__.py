"""Tools around the harness: each can be deleted without the harness noticing."""
