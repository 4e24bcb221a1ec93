/** Tests of the edge where lines of text become episode packets. */
@NullMarked
package dev.parley.agent.packet;

import org.jspecify.annotations.NullMarked;
