/** Tests of the end of a turn. */
@NullMarked
package dev.parley.speech.turn;

import org.jspecify.annotations.NullMarked;
