/** Tests of the voice detector. */
@NullMarked
package dev.parley.speech.remote;

import org.jspecify.annotations.NullMarked;
