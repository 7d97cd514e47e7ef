"""The ruleset's numbers and words, read once from the files beside this module."""

from combat.core.data import RulesetData

DATA = RulesetData("combat.rulesets.fhtagn")
read, TABLES, number, rules, glossary = DATA.read, DATA.tables, DATA.number, DATA.rules, DATA.glossary
