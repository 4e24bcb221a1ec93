package dev.parley.kernel.tool;

import dev.parley.kernel.Registered;
import dev.parley.kernel.View;

/** What the tool room keeps: its calls, and which turns, or all of them, have seen something from outside the house. */
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

    /**
     * A turn whose prompt holds something from outside the house. Turns follow each other, so a few places are enough: a turn
     * whose place a later one has taken counts as tainted if it ever calls again.
     */
    record Tainted(long turn) implements ToolCase {
        static final String PREFIX = "turn:";
        private static final int PLACES = 16;

        static String idOf(long turn) {
            return PREFIX + turn % PLACES;
        }

        /** Whether this or a later turn of the same place has seen something from outside. */
        static boolean isSeen(View<ToolCase> view, long turn) {
            return view.state(idOf(turn)) instanceof Tainted seen && seen.turn >= turn;
        }

        @Override
        public String id() {
            return idOf(turn);
        }
    }

    /** Something from outside the house is in every prompt from now on. */
    record Lasting() implements ToolCase {
        private static final String ID = Tainted.PREFIX + "all";

        static boolean isSeen(View<ToolCase> view) {
            return view.state(ID) instanceof Lasting;
        }

        @Override
        public String id() {
            return ID;
        }
    }
}
