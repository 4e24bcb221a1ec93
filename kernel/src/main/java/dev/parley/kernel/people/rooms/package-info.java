/**
 * The rooms of the assistant's machines, as the registrar sees them.
 *
 * <p>Requests about one machine enter, verdicts leave through the registrar. Pure, on the caller's thread. No machine may
 * depend on this package.
 */
@NullMarked
package dev.parley.kernel.people.rooms;

import org.jspecify.annotations.NullMarked;
