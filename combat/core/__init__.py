"""The vocabulary every ruleset speaks: dice, questions, events, sheets and fights. Pure."""
