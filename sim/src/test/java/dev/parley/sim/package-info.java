@NullMarked
package dev.parley.sim;

import org.jspecify.annotations.NullMarked;
