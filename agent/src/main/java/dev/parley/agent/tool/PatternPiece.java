package dev.parley.agent.tool;

import java.util.List;
import java.util.function.IntPredicate;

/** What a regular expression consists of. */
sealed interface PatternPiece {
    /**
     * One character of these.
     *
     * @param cost how much it takes to tell whether a character is one of them
     */
    record Chars(IntPredicate chars, int cost) implements PatternPiece {}

    /** Nothing, at such a place. */
    record Edge(Place place) implements PatternPiece {}

    record Sequence(List<PatternPiece> pieces) implements PatternPiece {}

    record Choice(List<PatternPiece> ways) implements PatternPiece {}

    record Repeat(PatternPiece piece, int min, int max) implements PatternPiece {
        static final int EVER = Integer.MAX_VALUE;
    }

    /** A place between two characters of a text. */
    enum Place {
        START,
        END,
        WORD_EDGE,
        NO_WORD_EDGE;

        boolean isAt(String text, int at) {
            return switch (this) {
                case START -> at == 0;
                case END -> at == text.length();
                case WORD_EDGE -> isWordEdge(text, at);
                case NO_WORD_EDGE -> !isWordEdge(text, at);
            };
        }

        private static boolean isWordEdge(String text, int at) {
            boolean before = at > 0 && isWord(text.charAt(at - 1));
            boolean after = at < text.length() && isWord(text.charAt(at));
            return before != after;
        }
    }

    static boolean isWord(int c) {
        return c == '_' || (c < 0x80 && Character.isLetterOrDigit(c));
    }
}
