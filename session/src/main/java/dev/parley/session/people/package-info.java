/**
 * The household's data: the catalogue of commands from its file, and the profiles in the log.
 *
 * <p>A file and verdicts enter; a catalogue, runes in the house's own conversation, and after a restart the people again
 * leave. Runs on the caller's thread; appends wait for the disk. A profile is written whole or not at all, and nothing
 * that belongs to a conversation is ever written here.
 */
@NullMarked
package dev.parley.session.people;

import org.jspecify.annotations.NullMarked;
