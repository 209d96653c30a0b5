"""A gaming day from its events: what the day itself says, beside what its tables did."""
