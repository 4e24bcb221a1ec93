/**
 * Whether a conversation is private or shared, derived from who is present.
 *
 * <p>Arrivals, departures and statements enter, the mode leaves. Pure. One unknown participant is enough to make it
 * SHARED_UNVERIFIED, and nobody talks a participant away whom the house knows to be there.
 */
@NullMarked
package dev.parley.kernel.people.mode;

import org.jspecify.annotations.NullMarked;
