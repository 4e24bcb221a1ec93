package dev.parley.kernel.tool;

import dev.parley.kernel.Registered;

/** What the tool room keeps: its calls, and which turns have seen something from outside the house. */
public sealed interface ToolCase extends Registered {

    /**
     * One call.
     *
     * @param turn the turn whose model asked for it
     * @param tainted whether that turn had seen something from outside the house by then (ruling E10)
     */
    record Call(String id, long turn, boolean tainted, ToolState state) implements ToolCase {
        Call at(ToolState next) {
            return new Call(id, turn, tainted, next);
        }
    }

    /** A turn whose prompt holds something from outside the house; it stays so until the turn is over. */
    record Tainted(long turn) implements ToolCase {
        static final String PREFIX = "turn:";

        static String idOf(long turn) {
            return PREFIX + turn;
        }

        @Override
        public String id() {
            return idOf(turn);
        }
    }
}
