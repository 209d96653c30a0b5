"""The exception report, and what was refused."""
