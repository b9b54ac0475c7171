"""The command `export`: problems as packages that other judges load."""
