/**
 * A conversation in the terminal, through every room of the house.
 *
 * <p>Typed lines enter; what the agent says, asks and may not do leaves. The conversation runs on a carrier of a host, on
 * the machine's clock; a reader thread brings the lines, and the command's own thread does what begins with a slash. Words
 * appear at the pace of the channel, and nothing skips time. The words of a model may never confirm, approve or identify.
 */
@NullMarked
package dev.parley.app.talk;

import org.jspecify.annotations.NullMarked;
