"""What is not built yet: the one place that says so. Cases of these actions are listed by a test and nowhere else."""

DUE: dict[str, dict[str, str]] = {
    "chaos": {
        "throw": "grenades thrown by hand",
        "strike": "melee",
        "grapple": "grapples",
        "cast": "magic",
        "heal": "magic",
        "end_round": "the course of rounds",
        "stabilise": "care for the mortally wounded",
        "initiative": "the course of rounds",
        "reload": "the course of rounds",
        "handle_object": "the course of rounds",
        "emp": "EMP",
    }
}
"""Actions by ruleset, each with the part of the work it comes with."""

DISPUTED: dict[str, str] = {}
"""Cases of others that the rule text contradicts, by id, each with the reason."""
