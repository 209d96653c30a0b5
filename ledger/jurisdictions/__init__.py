"""What jurisdictions ask of a casino's books, as rows with their source."""
