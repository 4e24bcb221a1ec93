/**
 * Lending one group of commands to somebody for one conversation.
 *
 * <p>Intents, confirmations and revocations enter, the delegation's state leaves. Pure. A delegation never changes a
 * role, never outlives its conversation, and is never passed on.
 */
@NullMarked
package dev.parley.kernel.people.delegation;

import org.jspecify.annotations.NullMarked;
