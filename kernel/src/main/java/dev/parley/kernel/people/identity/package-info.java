/**
 * Who is speaking, as far as the evidence goes.
 *
 * <p>Signals, claims and validations enter; the next identity state leaves. Pure. No signal alone confirms anybody, and
 * no timeout or fading confidence takes a confirmed identity away.
 */
@NullMarked
package dev.parley.kernel.people.identity;

import org.jspecify.annotations.NullMarked;
