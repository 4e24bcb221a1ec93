@NullMarked
package dev.parley.sim.kill;

import org.jspecify.annotations.NullMarked;
