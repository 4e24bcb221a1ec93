/**
 * The state of a conversation as the fold of its events. In: events in the order of the record, on the thread that
 * writes or reads it. Out: immutable values, one for each {@link dev.parley.state.Slice}, and the {@link dev.parley.state.Rule}
 * that an event would break. Live conversations, recovery and replay use the same slices; nothing here knows of any of them,
 * reads a clock or throws because of an event.
 */
@NullMarked
package dev.parley.state;

import org.jspecify.annotations.NullMarked;
