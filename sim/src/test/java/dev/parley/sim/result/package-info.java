@NullMarked
package dev.parley.sim.result;

import org.jspecify.annotations.NullMarked;
