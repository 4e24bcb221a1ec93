package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.people.YesOrNo;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sentences that nobody says, made of what occurs in the rules of language, and the patterns of those rules. */
final class HostileWords {
    /** Every class with rules that look at what people say. */
    private static final List<Class<?>> RULES = List.of(
            HouseWords.class,
            SmallTalk.class,
            Scope.class,
            Clauses.class,
            Intents.class,
            ConsentWords.class,
            Slots.class,
            LoanWords.class,
            Spelling.class,
            Dates.class,
            FreeWords.class,
            Items.class,
            HouseModel.class,
            OwnCommands.class,
            Retold.class,
            AskedBack.class,
            SentenceExtractor.class,
            YesOrNo.class,
            hidden("dev.parley.speech.tts.SpokenText"),
            hidden("dev.parley.session.people.SpokenDigits"),
            hidden("dev.parley.session.people.DigitScan"));

    private static final Pattern NO_WORD = Pattern.compile("(?:\\\\p\\{\\w+}|\\\\\\w|\\(\\?<\\w+>|[^\\p{L}'])+");

    /** The messages by which a review held up every conversation, as one part that is repeated. */
    static final List<String> OF_THE_REVIEW = List.of("talk ", "!", "\"", "1 ", "please ");

    private static final List<String> SIGNS = List.of(
            "'",
            "?",
            ".",
            ",",
            " ",
            "( ",
            "a ",
            "A",
            "[pin] ",
            "\u201c",
            "- ",
            "\t",
            "\n",
            "x",
            "12:00 ",
            "1-",
            "four ",
            "\ud83d\ude00",
            "is ",
            "my is ",
            "i am ");

    /** What anchored rules begin with; what is repeated after it reaches their inside. */
    static final List<String> OPENINGS =
            List.of("", "my allergy is ", "remember that my ", "change ben's ", "let ben ", "i was born on ");

    private HostileWords() {}

    /** Rules that their package keeps to itself. */
    private static Class<?> hidden(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static String of(String opening, String part, int length) {
        return (opening + part.repeat(length / part.length() + 1)).substring(0, length);
    }

    /** The parts of which sentences are made: signs, and every word of the rules. */
    static Set<String> parts() {
        Set<String> parts = new LinkedHashSet<>(OF_THE_REVIEW);
        parts.addAll(SIGNS);
        for (Pattern pattern : patterns().values()) {
            for (String word : NO_WORD.split(pattern.pattern(), -1)) {
                if (word.length() > 1) {
                    parts.add(word.toLowerCase(Locale.ROOT) + " ");
                }
            }
        }
        return parts;
    }

    /** Every pattern of the rules, by where it is. */
    static Map<String, Pattern> patterns() {
        Map<String, Pattern> all = new LinkedHashMap<>();
        for (Class<?> rules : RULES) {
            for (Field field : rules.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    collect(value(field, null), rules.getSimpleName() + "." + field.getName(), all);
                }
            }
        }
        return all;
    }

    private static Object value(Field field, @Nullable Object of) {
        try {
            field.setAccessible(true);
            Object value = field.get(of);
            return value == null ? "" : value;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void collect(Object value, String where, Map<String, Pattern> all) {
        switch (value) {
            case Pattern pattern -> all.put(where, pattern);
            case Map<?, ?> map -> map.forEach((key, each) -> collect(each, where + "." + key, all));
            case Collection<?> many -> {
                List<Object> items = new ArrayList<>(many);
                for (int i = 0; i < items.size(); i++) {
                    collect(items.get(i), where + "[" + i + "]", all);
                }
            }
            case Record parts -> {
                for (Field field : parts.getClass().getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        collect(value(field, parts), where + "." + field.getName(), all);
                    }
                }
            }
            default -> {
                // No pattern.
            }
        }
    }
}
