"""The view of funds: meters, what fed and lowered them, and what is owed."""
