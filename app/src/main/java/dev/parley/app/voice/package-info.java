/**
 * Voices that are heard from files and devices: a WAV file enters as a person's voice, and another leaves with the agent's.
 *
 * <p>A device has one thread of its own and reaches its conversation only by its doors. Both files have one time axis; nothing
 * that was cut may be written.
 */
@NullMarked
package dev.parley.app.voice;

import org.jspecify.annotations.NullMarked;
