/** How many bytes the server keeps for its clients, and how many connections it accepts. */
@NullMarked
package dev.parley.transport.budget;

import org.jspecify.annotations.NullMarked;
