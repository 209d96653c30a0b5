"""The view of exceptions: what a gaming date or a month has to report."""
