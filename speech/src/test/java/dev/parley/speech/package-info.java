/** Tests of the voice that comes with the program. */
@NullMarked
package dev.parley.speech;

import org.jspecify.annotations.NullMarked;
