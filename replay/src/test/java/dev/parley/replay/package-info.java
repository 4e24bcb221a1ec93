/** Tests of the fold, on conversations made in memory. */
@NullMarked
package dev.parley.replay;

import org.jspecify.annotations.NullMarked;
