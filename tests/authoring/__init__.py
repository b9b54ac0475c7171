"""What setters' commands share."""
