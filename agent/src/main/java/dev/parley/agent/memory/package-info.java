/**
 * From a conversation to what is worth remembering. Runes enter, memory items leave.
 *
 * <p>On the caller's thread. A secret rune may never be among what an extractor sees, nor its words among what it leaves:
 * the type of its input cannot hold one, and an invariant looks again at both sides. What is remembered is data and
 * grants nothing to anybody.
 */
@NullMarked
package dev.parley.agent.memory;

import org.jspecify.annotations.NullMarked;
