package dev.parley;

import dev.parley.kernel.rune.Rune;

/** What became of a wish about the floor. */
public sealed interface Decided {
    /** It is granted by this event, which is on disk. */
    record Granted(Rune event) implements Decided {}

    /** The rules say no, by this event, which is on disk. */
    record Refused(Rune event, String reason) implements Decided {}

    /** Nobody has decided about it. */
    record Undecided(Why why) implements Decided {}

    /** Why nothing was decided. */
    enum Why {
        FULL("the conversation takes nothing in at the moment"),
        OVER("the conversation is over"),
        LATE("nothing was decided in time; look at the record before you try again");

        private final String sentence;

        Why(String sentence) {
            this.sentence = sentence;
        }

        public String sentence() {
            return sentence;
        }
    }
}
