package dev.parley;

import dev.parley.kernel.rune.Rune;
import dev.parley.session.port.TextChannel;

/**
 * Where a conversation in words is shown, piece by piece as it is said. Called where the conversation runs; nothing here may
 * wait.
 */
public interface Screen extends TextChannel {
    /** Shows nothing: the answers are had by {@link Conversation#say}. */
    Screen NONE = new Screen() {
        @Override
        public void show(String piece) {}

        @Override
        public void end(boolean whole) {}
    };

    /** Nobody looks, and nobody will: nothing is asked or answered. */
    Screen DARK = new Screen() {
        @Override
        public void show(String piece) {}

        @Override
        public void end(boolean whole) {}

        @Override
        public boolean isThere() {
            return false;
        }
    };

    /** How long a word is shown at the normal rate, in milliseconds; 0 if all is shown at once. */
    default long wordMs() {
        return 0;
    }

    /** Every event of the conversation in the moment in which it is recorded. */
    default void recorded(Rune rune) {}

    /** The conversation waits for a person. */
    default void waits() {}
}
