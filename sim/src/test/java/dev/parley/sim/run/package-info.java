@NullMarked
package dev.parley.sim.run;

import org.jspecify.annotations.NullMarked;
