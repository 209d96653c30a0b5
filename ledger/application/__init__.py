"""The only door in: records become stored events, stored events become answers."""
