"""Reports: what several views and the rebuilt streams say together, as one document for people and programs."""
