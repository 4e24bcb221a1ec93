package dev.parley.agent.tool;

import dev.parley.agent.tool.PatternPiece.Chars;
import dev.parley.agent.tool.PatternPiece.Choice;
import dev.parley.agent.tool.PatternPiece.Edge;
import dev.parley.agent.tool.PatternPiece.Place;
import dev.parley.agent.tool.PatternPiece.Repeat;
import dev.parley.agent.tool.PatternPiece.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a regular expression as JSON Schema has them (ECMA-262), without what looks back or around. */
final class PatternReader {
    private static final Pattern COUNT = Pattern.compile("\\{(\\d{1,9})(,(\\d{0,9}))?\\}");
    private static final Pattern GROUP = Pattern.compile("\\?(:|<[A-Za-z_]\\w*>)");
    private static final Pattern PROPERTY = Pattern.compile("\\{([A-Za-z_]+(=[A-Za-z_]+)?)\\}");
    private static final Pattern CODE =
            Pattern.compile("u\\{([0-9A-Fa-f]{1,6})\\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})");

    private static final int PROPERTY_COST = 32;

    private final String pattern;
    private int at;

    private PatternReader(String pattern) {
        this.pattern = pattern;
    }

    /** @throws IllegalArgumentException if the pattern is none, or cannot be followed character by character */
    static PatternPiece read(String pattern) {
        PatternReader reader = new PatternReader(pattern);
        PatternPiece piece = reader.choice();
        if (reader.at < pattern.length()) {
            throw reader.refused();
        }
        return piece;
    }

    private IllegalArgumentException refused() {
        return new IllegalArgumentException("the pattern cannot be checked in linear time, from character " + at);
    }

    private boolean isNext(char c) {
        return at < pattern.length() && pattern.charAt(at) == c;
    }

    private boolean takes(char c) {
        boolean next = isNext(c);
        at += next ? 1 : 0;
        return next;
    }

    private Matcher looksAt(Pattern wanted) {
        Matcher matcher = wanted.matcher(pattern).region(at, pattern.length());
        return matcher.lookingAt() ? matcher : wanted.matcher("");
    }

    private int next() {
        if (at >= pattern.length()) {
            throw refused();
        }
        int c = pattern.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    private PatternPiece choice() {
        List<PatternPiece> ways = new ArrayList<>();
        do {
            List<PatternPiece> pieces = new ArrayList<>();
            while (at < pattern.length() && !isNext('|') && !isNext(')')) {
                pieces.add(repeated(piece()));
            }
            ways.add(new Sequence(pieces));
        } while (takes('|'));
        return ways.size() == 1 ? ways.getFirst() : new Choice(ways);
    }

    private PatternPiece repeated(PatternPiece piece) {
        int min;
        int max;
        Matcher count = looksAt(COUNT);
        if (count.hasMatch()) {
            min = Integer.parseInt(count.group(1));
            String most = count.group(3);
            max = count.group(2) == null ? min : most.isEmpty() ? Repeat.EVER : Integer.parseInt(most);
            at = count.end();
        } else if (takes('*')) {
            min = 0;
            max = Repeat.EVER;
        } else if (takes('+')) {
            min = 1;
            max = Repeat.EVER;
        } else if (takes('?')) {
            min = 0;
            max = 1;
        } else {
            return piece;
        }
        // Whether it takes many or few first does not change whether it matches.
        takes('?');
        if (min > max || piece instanceof Edge || isNext('*') || isNext('+') || isNext('?')) {
            throw refused();
        }
        return new Repeat(piece, min, max);
    }

    private PatternPiece piece() {
        int c = next();
        return switch (c) {
            case '(' -> group();
            case '[' -> chars();
            case '.' -> new Chars(each -> each != '\n' && each != '\r' && each != 0x2028 && each != 0x2029, 1);
            case '^' -> new Edge(Place.START);
            case '$' -> new Edge(Place.END);
            case '\\' -> escaped();
            case '*', '+', '?' -> throw refused();
            default -> one(c);
        };
    }

    private PatternPiece group() {
        if (isNext('?')) {
            Matcher begin = looksAt(GROUP);
            if (!begin.hasMatch()) {
                throw refused();
            }
            at = begin.end();
        }
        PatternPiece inner = choice();
        if (!takes(')')) {
            throw refused();
        }
        return inner instanceof Edge ? new Sequence(List.of(inner)) : inner;
    }

    private PatternPiece escaped() {
        if (takes('b')) {
            return new Edge(Place.WORD_EDGE);
        } else if (takes('B')) {
            return new Edge(Place.NO_WORD_EDGE);
        } else if (takes('A')) {
            return new Edge(Place.START);
        } else if (takes('z') || takes('Z')) {
            return new Edge(Place.END);
        }
        Chars kind = kind();
        return kind == null ? one(code()) : kind;
    }

    /** A kind of characters after a backslash, or null where a single one follows. */
    private @Nullable Chars kind() {
        int before = at;
        int c = next();
        return switch (c) {
            case 'd' -> new Chars(PatternReader::isDigit, 1);
            case 'D' -> new Chars(each -> !isDigit(each), 1);
            case 'w' -> new Chars(PatternPiece::isWord, 1);
            case 'W' -> new Chars(each -> !PatternPiece.isWord(each), 1);
            case 's' -> new Chars(PatternReader::isBlank, 1);
            case 'S' -> new Chars(each -> !isBlank(each), 1);
            case 'p', 'P' -> property(c == 'P');
            default -> {
                at = before;
                yield null;
            }
        };
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isBlank(int c) {
        return (c >= '\t' && c <= '\r') || Character.isSpaceChar(c) || c == 0xfeff;
    }

    private Chars property(boolean none) {
        Matcher name = looksAt(PROPERTY);
        if (!name.hasMatch()) {
            throw refused();
        }
        at = name.end();
        Pattern one = Pattern.compile("\\p{" + name.group(1) + "}");
        return new Chars(each -> one.matcher(Character.toString(each)).matches() != none, PROPERTY_COST);
    }

    /** The character that is written after a backslash. */
    private int code() {
        Matcher code = looksAt(CODE);
        if (code.hasMatch()) {
            at = code.end();
            String hex = code.group(1) != null ? code.group(1) : code.group(2) != null ? code.group(2) : code.group(3);
            return Integer.parseInt(hex, 16);
        }
        int c = next();
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case 'v' -> 0x0b;
            default -> {
                if (Character.isLetterOrDigit(c)) {
                    throw refused();
                }
                yield c;
            }
        };
    }

    private PatternPiece chars() {
        boolean none = takes('^');
        List<Chars> kinds = new ArrayList<>();
        int cost = 0;
        while (!takes(']')) {
            Chars kind = range();
            kinds.add(kind);
            cost += kind.cost();
        }
        return new Chars(each -> kinds.stream().anyMatch(kind -> kind.chars().test(each)) != none, cost);
    }

    private Chars range() {
        int begin = at;
        Chars kind = takes('\\') ? kind() : null;
        if (kind != null) {
            return kind;
        }
        at = begin;
        int from = single();
        int dash = at;
        if (!takes('-') || isNext(']') || isKind()) {
            at = dash;
            return one(from);
        }
        int to = single();
        if (from > to) {
            throw refused();
        }
        return new Chars(each -> from <= each && each <= to, 1);
    }

    private boolean isKind() {
        int begin = at;
        boolean kind = takes('\\') && kind() != null;
        at = begin;
        return kind;
    }

    private int single() {
        boolean escaped = takes('\\');
        return escaped && takes('b') ? '\b' : escaped ? code() : next();
    }

    private static Chars one(int c) {
        return new Chars(each -> each == c, 1);
    }
}
