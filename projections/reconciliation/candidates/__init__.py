"""What may explain a variance that no record explains: candidates with their evidence, never causes."""
