"""Slips, their numbers, coupons."""
