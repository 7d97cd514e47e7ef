"""How many attacks the sweep resolves: counted by its first test, told at the end of the run."""

WAYS = 120
"""Ways to attack: every stock weapon in every fire mode or with every action of a fight hand to hand."""
CASES = 121_264
