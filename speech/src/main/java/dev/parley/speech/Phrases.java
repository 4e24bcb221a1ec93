package dev.parley.speech;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sentences that a recogniser understands, written as short patterns: {@code (turn|switch) on [the] <room> (light|lights)}. Brackets
 * hold what may be left out, parentheses hold alternatives, and a name in angle brackets is a slot that was given its values before.
 */
public final class Phrases {
    private static final int SENTENCES_MAX = 50_000;

    private final Map<String, List<String>> slots = new LinkedHashMap<>();
    private final Set<String> sentences = new LinkedHashSet<>();
    private final Set<String> decoys = new LinkedHashSet<>();

    /** Gives a slot its values, each of them one or more words. */
    public Phrases slot(String name, List<String> values) {
        slots.put(name, List.copyOf(values));
        return this;
    }

    /** Adds every sentence of a pattern. */
    public Phrases add(String pattern) {
        return add(pattern, sentences);
    }

    /** Adds sentences that must not be taken for others: whoever says one of them is not understood. */
    public Phrases decoy(String pattern) {
        return add(pattern, decoys);
    }

    private Phrases add(String pattern, Set<String> to) {
        Reader reader = new Reader(pattern);
        for (String sentence : reader.alternatives()) {
            String words = sentence.strip().replaceAll("\\s+", " ");
            if (!words.isEmpty()) {
                to.add(words);
            }
        }
        if (reader.at < pattern.length()) {
            throw new IllegalArgumentException("unexpected '" + pattern.charAt(reader.at) + "' in: " + pattern);
        }
        if (to.size() > SENTENCES_MAX) {
            throw new IllegalArgumentException("more than " + SENTENCES_MAX + " sentences after: " + pattern);
        }
        return this;
    }

    public Set<String> sentences() {
        return Collections.unmodifiableSet(sentences);
    }

    /** What is a sentence after all is no decoy. */
    public Set<String> decoys() {
        Set<String> others = new LinkedHashSet<>(decoys);
        others.removeAll(sentences);
        return Collections.unmodifiableSet(others);
    }

    private final class Reader {
        private final String pattern;
        private int at;

        Reader(String pattern) {
            this.pattern = pattern;
        }

        private List<String> alternatives() {
            List<String> all = new ArrayList<>(sequence());
            while (at < pattern.length() && pattern.charAt(at) == '|') {
                at++;
                all.addAll(sequence());
            }
            return all;
        }

        private List<String> sequence() {
            List<String> all = List.of("");
            while (at < pattern.length() && ")]|".indexOf(pattern.charAt(at)) < 0) {
                all = joined(all, piece());
            }
            return all;
        }

        private List<String> piece() {
            return switch (pattern.charAt(at)) {
                case '(' -> enclosed(')');
                case '[' -> {
                    List<String> some = new ArrayList<>(enclosed(']'));
                    some.add("");
                    yield some;
                }
                case '<' -> slot();
                default -> List.of(word());
            };
        }

        private List<String> slot() {
            int end = pattern.indexOf('>', at);
            String name = end < 0 ? "" : pattern.substring(at + 1, end);
            List<String> values = slots.get(name);
            if (values == null) {
                throw new IllegalArgumentException("no slot '" + name + "' for: " + pattern);
            }
            at = end + 1;
            return values;
        }

        private String word() {
            int from = at;
            while (at < pattern.length() && "()[]<|".indexOf(pattern.charAt(at)) < 0) {
                at++;
            }
            return pattern.substring(from, at);
        }

        private List<String> enclosed(char closing) {
            at++;
            List<String> inside = alternatives();
            if (at == pattern.length() || pattern.charAt(at) != closing) {
                throw new IllegalArgumentException("'" + closing + "' is missing in: " + pattern);
            }
            at++;
            return inside;
        }

        private static List<String> joined(List<String> before, List<String> after) {
            List<String> all = new ArrayList<>();
            for (String first : before) {
                for (String second : after) {
                    all.add(first + " " + second);
                }
            }
            return all;
        }
    }
}
