/**
 * A language model behind a server that speaks OpenAI's chat completions. Enters: a prompt. Leaves: words and wishes while
 * the model writes them, and what they cost. A call runs on the thread that asks. It may never happen that a cancelled call
 * keeps its connection, that half an answer counts as a whole one, or that a key is shown.
 */
@NullMarked
package dev.parley.openai;

import org.jspecify.annotations.NullMarked;
