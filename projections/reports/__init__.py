"""Reports: what views and rebuilt streams say together, as one document for people and programs."""
