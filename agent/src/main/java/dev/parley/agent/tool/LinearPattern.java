package dev.parley.agent.tool;

import com.networknt.schema.regex.RegularExpression;
import dev.parley.agent.tool.PatternPiece.Chars;
import dev.parley.agent.tool.PatternPiece.Choice;
import dev.parley.agent.tool.PatternPiece.Edge;
import dev.parley.agent.tool.PatternPiece.Repeat;
import dev.parley.agent.tool.PatternPiece.Sequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A regular expression of a schema, which looks at each character of a text once, whatever the expression is: all ways to
 * match are followed side by side. It has no references back and does not look around.
 */
final class LinearPattern implements RegularExpression {
    private static final int PARTS_MAX = 10_000;

    /** A place in the pattern is looked at faster than a keyword. */
    private static final int PLACES_PER_STEP = 16;

    private sealed interface Step {
        record Take(Chars chars) implements Step {}

        record At(PatternPiece.Place place) implements Step {}

        record Fork(int to) implements Step {}

        record Jump(int to) implements Step {}

        record Found() implements Step {}
    }

    private final List<Step> steps = new ArrayList<>();
    private int parts;

    private LinearPattern(PatternPiece piece) {
        write(piece);
        steps.add(new Step.Found());
    }

    /** @throws IllegalArgumentException if it cannot be followed like this */
    static LinearPattern of(String pattern) {
        CheckingWork.spend(pattern.length() / PLACES_PER_STEP + 1);
        LinearPattern made = new LinearPattern(PatternReader.read(pattern));
        CheckingWork.spend(made.parts / PLACES_PER_STEP + 1);
        return made;
    }

    private void write(PatternPiece piece) {
        if (++parts > PARTS_MAX) {
            throw new IllegalArgumentException("the pattern is too large");
        }
        switch (piece) {
            case Chars chars -> steps.add(new Step.Take(chars));
            case Edge(PatternPiece.Place place) -> steps.add(new Step.At(place));
            case Sequence(List<PatternPiece> pieces) -> pieces.forEach(this::write);
            case Choice(List<PatternPiece> ways) -> choice(ways);
            case Repeat repeat -> repeat(repeat);
        }
    }

    private void choice(List<PatternPiece> ways) {
        List<Integer> ends = new ArrayList<>();
        for (PatternPiece way : ways.subList(0, ways.size() - 1)) {
            int fork = reserve();
            write(way);
            ends.add(reserve());
            steps.set(fork, new Step.Fork(steps.size()));
        }
        write(ways.getLast());
        ends.forEach(end -> steps.set(end, new Step.Jump(steps.size())));
    }

    private void repeat(Repeat repeat) {
        for (int i = 0; i < repeat.min(); i++) {
            write(repeat.piece());
        }
        if (repeat.max() == Repeat.EVER) {
            int fork = reserve();
            write(repeat.piece());
            steps.add(new Step.Jump(fork));
            steps.set(fork, new Step.Fork(steps.size()));
            return;
        }
        List<Integer> forks = new ArrayList<>();
        for (int i = repeat.min(); i < repeat.max(); i++) {
            forks.add(reserve());
            write(repeat.piece());
        }
        forks.forEach(fork -> steps.set(fork, new Step.Fork(steps.size())));
    }

    private int reserve() {
        steps.add(new Step.Found());
        return steps.size() - 1;
    }

    /** Whether it is anywhere in the text. */
    @Override
    public boolean matches(String text) {
        Following following = new Following(text);
        int at = 0;
        while (!following.found && at < text.length()) {
            int c = text.codePointAt(at);
            following.start(at);
            at += Character.charCount(c);
            following.take(c, at);
        }
        following.start(at);
        return following.found;
    }

    /** All places in the pattern at which a match may be after the characters so far. */
    private final class Following {
        private final String text;
        private final int[] seenAt = new int[steps.size()];
        private int[] places = new int[steps.size()];
        private int[] before = new int[steps.size()];
        private final int[] open = new int[2 * steps.size() + 1];
        private int count;
        private boolean found;

        Following(String text) {
            this.text = text;
            Arrays.fill(seenAt, -1);
            CheckingWork.spend(steps.size() / PLACES_PER_STEP + 1);
        }

        /** A match may begin at every character. */
        void start(int at) {
            if (!found) {
                enter(0, at);
                CheckingWork.spend(count / PLACES_PER_STEP + 1);
            }
        }

        void take(int c, int next) {
            int[] now = places;
            int waiting = count;
            places = before;
            before = now;
            count = 0;
            long cost = 0;
            for (int i = 0; i < waiting && !found; i++) {
                Chars taken = ((Step.Take) steps.get(now[i])).chars();
                cost += taken.cost();
                if (taken.chars().test(c)) {
                    enter(now[i] + 1, next);
                }
            }
            CheckingWork.spend(cost / PLACES_PER_STEP);
        }

        private void enter(int first, int at) {
            int left = 0;
            open[left++] = first;
            while (left > 0) {
                int place = open[--left];
                if (seenAt[place] == at) {
                    continue;
                }
                seenAt[place] = at;
                switch (steps.get(place)) {
                    case Step.Take _ -> places[count++] = place;
                    case Step.Found _ -> found = true;
                    case Step.Jump(int to) -> open[left++] = to;
                    case Step.Fork(int to) -> {
                        open[left++] = to;
                        open[left++] = place + 1;
                    }
                    case Step.At(PatternPiece.Place edge) -> {
                        if (edge.isAt(text, at)) {
                            open[left++] = place + 1;
                        }
                    }
                }
            }
        }
    }
}
