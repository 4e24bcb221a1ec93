/**
 * What the rooms about people have in common (the assistant's machines): roles, confidence, parameters, rules.
 *
 * <p>Requests about one machine enter through {@link dev.parley.kernel.people.rooms.MachineRoom}; verdicts leave through the
 * registrar. Pure, on the caller's thread. A person's preferences, birthdate and profile may never stand in a reason.
 */
@NullMarked
package dev.parley.kernel.people;

import org.jspecify.annotations.NullMarked;
