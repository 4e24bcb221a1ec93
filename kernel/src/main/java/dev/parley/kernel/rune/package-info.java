/**
 * The one envelope for every event, and its one canonical encoding.
 *
 * <p>Drafts enter; runes with an event id, canonical bytes and a place in their conversation's hash chain leave. Values
 * only, on any thread. A rune may never change after it was made, and two equal runes may never have different bytes.
 */
@NullMarked
package dev.parley.kernel.rune;

import org.jspecify.annotations.NullMarked;
