"""Problems as packages that other judges load."""
