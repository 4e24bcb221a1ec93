/**
 * Voices and ears behind a connection: servers that speak OpenAI's audio interface, and streaming recognisers that speak like Deepgram's.
 * Keys come from the environment alone. A cancel closes the connection; half an answer is none.
 */
@NullMarked
package dev.parley.speech.remote;

import org.jspecify.annotations.NullMarked;
