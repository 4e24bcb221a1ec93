package dev.parley.app.talk;

import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.json.Json;
import dev.parley.speech.Phrases;
import dev.parley.speech.tts.SpeakingProvider;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of the tools that a configuration puts beside those of the house, in the words of their phrases: "lower the
 * {room} blinds". In the place of an argument are the values that its schema lists, numbers, or, where it takes any text, any words;
 * the latter can be typed and not heard, because a grammar has no word for them. A tool without a phrase that needs no argument
 * is asked for by its name.
 */
public final class OwnCommands {
    public static final OwnCommands NONE = new OwnCommands(List.of());

    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
    private static final Pattern PLEASE = Pattern.compile("^please | please$");
    private static final Pattern SPEAKABLE = Pattern.compile("[a-z' ]+");
    private static final int NUMBERS_MAX = 101;
    private static final int ANSWER_CHARS_MAX = 300;
    /** A grammar with more sentences of one command, or of all, takes too long to search. */
    private static final int SENTENCES_MAX = 1_000;

    private static final int SENTENCES_MAX_TOGETHER = 5_000;

    private final List<Command> commands = new ArrayList<>();

    /** A value of an argument, by the words that stand for it; no values where any words do. */
    private record Argument(String name, Map<String, Json> values) {}

    /** @param said the words around the arguments, one more than there are of those */
    private record Command(ToolSpec tool, List<String> said, List<Argument> arguments, Pattern typed) {}

    public OwnCommands(List<ToolSpec> tools) {
        for (ToolSpec tool : tools) {
            String phrase = tool.phrase().isEmpty() ? name(tool) : tool.phrase();
            if (mayBeCalled(tool, phrase)) {
                commands.add(command(tool, plain(phrase)));
            }
        }
    }

    /** A tool of a server is named {@code server__tool}; one word alone is too little to be told from others. */
    private static String name(ToolSpec tool) {
        String[] parts = tool.name().split("__", 2);
        String name = words(parts[parts.length - 1]);
        return name.contains(" ") || parts.length == 1 ? name : name + " " + words(parts[0]);
    }

    private static String words(String name) {
        return name.replaceAll("([\\p{Ll}\\p{N}])(\\p{Lu})", "$1 $2")
                .replaceAll("[^\\p{L}\\p{N}]+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    /** Whether a phrase says all that its tool needs, in more than one word. */
    private static boolean mayBeCalled(ToolSpec tool, String phrase) {
        Set<String> named = new LinkedHashSet<>();
        PLACE.matcher(phrase).results().forEach(place -> named.add(place.group(1)));
        boolean whole = !(tool.inputSchema().get("required") instanceof Json.Arr needed)
                || needed.items().stream()
                        .allMatch(each -> each instanceof Json.Str(String key) && named.contains(key));
        return whole && plain(phrase).contains(" ");
    }

    private static Command command(ToolSpec tool, String phrase) {
        List<String> said = new ArrayList<>();
        List<Argument> arguments = new ArrayList<>();
        StringBuilder typed = new StringBuilder();
        int at = 0;
        for (MatchResult place : PLACE.matcher(phrase).results().toList()) {
            Argument argument = argument(tool, place.group(1));
            said.add(phrase.substring(at, place.start()).toLowerCase(Locale.ROOT));
            arguments.add(argument);
            typed.append(Pattern.quote(said.getLast()))
                    .append(argument.values.isEmpty() ? "(.+)" : "(" + alternatives(argument) + ")");
            at = place.end();
        }
        said.add(phrase.substring(at).toLowerCase(Locale.ROOT));
        return new Command(
                tool, said, arguments, Pattern.compile(typed + Pattern.quote(said.getLast()), Pattern.DOTALL));
    }

    private static String alternatives(Argument argument) {
        return String.join(
                "|", argument.values.keySet().stream().map(Pattern::quote).toList());
    }

    private static Argument argument(ToolSpec tool, String name) {
        Json.Obj schema =
                tool.inputSchema().get("properties") instanceof Json.Obj all && all.get(name) instanceof Json.Obj found
                        ? found
                        : Json.Obj.EMPTY;
        Map<String, Json> values = new LinkedHashMap<>();
        if (schema.get("enum") instanceof Json.Arr listed) {
            listed.items().forEach(value -> {
                if (value instanceof Json.Str(String text)) {
                    values.put(words(text), value);
                    values.put(plain(text).toLowerCase(Locale.ROOT), value);
                }
            });
        } else if ("integer".equals(schema.text("type")) || "number".equals(schema.text("type"))) {
            long from = bound(schema, "minimum", 0);
            long to = Math.min(bound(schema, "maximum", from + NUMBERS_MAX - 1), from + NUMBERS_MAX - 1);
            for (long number = from; number <= to; number++) {
                values.put(SpeakingProvider.number(number), Json.of(number));
                values.put(Long.toString(number), Json.of(number));
            }
        }
        return new Argument(name, values);
    }

    private static long bound(Json.Obj schema, String key, long otherwise) {
        return schema.get(key) instanceof Json.Num(BigDecimal value) ? value.longValue() : otherwise;
    }

    /** The call that these words ask for, or null. */
    Intents.@Nullable Wish wish(String text) {
        String asked = PLEASE.matcher(plain(text).toLowerCase(Locale.ROOT)).replaceAll("");
        for (Command command : commands) {
            Matcher found = command.typed.matcher(asked);
            if (mayBe(command, asked) && found.matches()) {
                Json.Obj arguments = Json.Obj.EMPTY;
                for (int i = 0; i < command.arguments.size(); i++) {
                    Argument argument = command.arguments.get(i);
                    String said = found.group(i + 1);
                    arguments = arguments.with(argument.name, argument.values.getOrDefault(said, Json.of(said)));
                }
                return new Intents.Wish(command.tool.name(), arguments);
            }
        }
        return null;
    }

    /** Whether the words begin and end as the phrase does; a long text takes the place of one argument alone. */
    private static boolean mayBe(Command command, String asked) {
        return asked.startsWith(command.said.getFirst())
                && asked.endsWith(command.said.getLast())
                && (command.arguments.size() < 2 || !Scope.isLong(asked));
    }

    boolean has(String tool) {
        return commands.stream().anyMatch(command -> command.tool.name().equals(tool));
    }

    /** What a tool answered, as it is said. */
    static String told(Json content) {
        List<String> texts = new ArrayList<>();
        if (content instanceof Json.Obj fields && fields.get("content") instanceof Json.Arr parts) {
            parts.items().forEach(part -> {
                String text = part instanceof Json.Obj piece ? piece.text("text") : null;
                if (text != null) {
                    texts.add(text.strip());
                }
            });
        }
        String all = String.join(" ", texts);
        return all.isEmpty() || all.length() > ANSWER_CHARS_MAX ? "That is done." : all;
    }

    /** Adds what can be heard, and the same with a denial, which must not be taken for it. */
    void addTo(Phrases phrases) {
        int all = 0;
        for (Command command : commands) {
            int sentences = command.arguments.stream()
                    .mapToInt(argument -> spoken(argument).size())
                    .reduce(1, (a, b) -> Math.min(a * b, SENTENCES_MAX + 1));
            boolean speakable = command.said.stream()
                    .allMatch(each -> each.isEmpty() || SPEAKABLE.matcher(each).matches());
            if (speakable && sentences > 0 && sentences <= SENTENCES_MAX && all + sentences <= SENTENCES_MAX_TOGETHER) {
                all += sentences;
                String pattern = pattern(command);
                phrases.add("[please] " + pattern).add(pattern + " please");
                phrases.decoy("(do not|don't|never) " + pattern);
            }
        }
    }

    private static String pattern(Command command) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < command.said.size(); i++) {
            pattern.append(command.said.get(i));
            if (i < command.arguments.size()) {
                pattern.append('(')
                        .append(String.join("|", spoken(command.arguments.get(i))))
                        .append(')');
            }
        }
        return pattern.toString();
    }

    private static List<String> spoken(Argument argument) {
        return argument.values.keySet().stream()
                .filter(value -> SPEAKABLE.matcher(value).matches())
                .toList();
    }

    /** One blank between words, and no punctuation after them. */
    private static String plain(String text) {
        return text.replaceAll("(?<![.,!?;:])[.,!?;:]++(?=\\s|$)", " ")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
