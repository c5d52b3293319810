"""What comes of units, on its way out: encoded in workers, kept in the work folder, made into one result when all is there."""
