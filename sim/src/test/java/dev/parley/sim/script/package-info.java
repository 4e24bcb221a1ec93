@NullMarked
package dev.parley.sim.script;

import org.jspecify.annotations.NullMarked;
