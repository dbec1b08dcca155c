"""Orders of values: linear arrangement, and orders learned together with clusters."""
