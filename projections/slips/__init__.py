"""The view of slips: every numbered form with its steps, gaps in the numbers, coupons."""
