package dev.parley.replay.effect;

/** Why a rune cannot be right: what the record up to it leads to, and what is there. */
record Fault(String expected, String found) {}
