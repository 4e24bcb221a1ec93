/** Tests of what conversations in sound are held with. */
@NullMarked
package dev.parley.app.voice;

import org.jspecify.annotations.NullMarked;
