/**
 * The household as a conversation asks it, and the household's data: the catalogue of commands, the profiles in the log.
 *
 * <p>Facts about people and a catalogue file enter; verdicts leave as runes, profiles as runes in the house's own
 * conversation, from which the people are there again after a restart. On the loop's thread, or on the
 * thread of an agent that calls a tool. Timeouts are armed here and sent as requests; no state changes because a timer fired
 * without one. Nothing that a person or a
 * model says about standing, age or company may count unless the household has decided it; a profile is written whole or
 * not at all.
 */
@NullMarked
package dev.parley.session.people;

import org.jspecify.annotations.NullMarked;
