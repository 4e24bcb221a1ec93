/**
 * What people ask the house to do: authorised, confirmed where needed, released, answered.
 *
 * <p>Detected commands, authorisations and confirmations enter, the command state leaves. Pure. A command is released by
 * entering EXECUTED and in no other way, and it is not done before its result is known.
 */
@NullMarked
package dev.parley.kernel.people.command;

import org.jspecify.annotations.NullMarked;
