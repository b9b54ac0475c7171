"""What commands share: parser, options, reports, and the search for the repository."""
