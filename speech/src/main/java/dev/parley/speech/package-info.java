/**
 * A voice that needs no key and no network: what detects voices, recognises commands and speaks, each as a provider.
 *
 * <p>Frames and texts enter through the contract of {@code dev.parley.provider}, its events leave. Models are loaded when they are
 * first wanted and shared by all conversations.
 */
@NullMarked
package dev.parley.speech;

import org.jspecify.annotations.NullMarked;
