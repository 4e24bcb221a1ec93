/**
 * A conversation in the terminal, through every room of the house.
 *
 * <p>Typed lines enter; what the agent says, asks and may not do leaves. The conversation's loop runs on the caller's
 * thread; the agent thinks on a virtual thread and comes back as an event. The words of a model may never confirm,
 * approve or identify: that is done here, from what the person typed, before the model is asked.
 */
@NullMarked
package dev.parley.app.talk;

import org.jspecify.annotations.NullMarked;
