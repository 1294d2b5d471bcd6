"""What scripts/mutants.py and the tables of its results share."""
