"""Who a subject is: apart from the events, encrypted with a key of its own, erasable."""
