/** Conversations in a host: on carriers and real disks, at its doors, and at their end. */
@NullMarked
package dev.parley.sim.host;

import org.jspecify.annotations.NullMarked;
