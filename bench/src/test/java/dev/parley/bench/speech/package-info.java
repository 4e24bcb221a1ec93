/** The voice's benches, as far as they can be checked without measuring. */
@NullMarked
package dev.parley.bench.speech;

import org.jspecify.annotations.NullMarked;
