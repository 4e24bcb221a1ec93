/**
 * The front of the house for programs: a folder for the record, a model, tools and people enter, conversations leave.
 *
 * <p>Every method may be called from any thread and none of them blocks, but for {@link dev.parley.Parley#close()} and
 * {@link dev.parley.Conversation#close()}, which let the answer under way come to its end, and for whoever brings sound and wants to
 * be held up. Nothing here decides anything: it only makes what a conversation needs and hands it to the one host.
 */
@NullMarked
package dev.parley;

import org.jspecify.annotations.NullMarked;
