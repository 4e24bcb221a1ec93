package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.session.people.Understanding.Note;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of the built-in agent find in a text by its words alone. It is worked out beside the conversation and kept, so that
 * the agent, which answers where all conversations run, only looks it up.
 *
 * @param own what it asks of a tool beside those of the house
 * @param tells whether a person tells something of themself in it
 * @param lights what it says about lights that it does not name in full
 * @param small what it is beside a wish
 */
record Gist(Intents.@Nullable Wish own, boolean tells, Lights lights, Small small) {
    private static final Pattern THEM = Patterns.anyCase(
            "^(?:please )?(?:turn|switch) (?:them|it|that) (?<way>on|off)(?: again)?(?: please)?[.!]*$");

    /**
     * Lights that only make sense after what was said before.
     *
     * @param them "on" or "off" for those of which was spoken last, or null
     * @param instead the room that is meant instead of the one before, or null
     * @param roomless what is to be done with the lights of no room in particular, or null
     */
    record Lights(@Nullable String them, @Nullable String instead, Intents.@Nullable Wish roomless) {
        private static final Lights NONE = new Lights(null, null, null);
    }

    /**
     * A text that is no wish for a tool, by the rules of {@link SmallTalk}.
     *
     * @param other of whom it wants to know something, or null
     * @param ofOther what it would want to know if that person asked for themself, or null
     */
    record Small(
            @Nullable String statement,
            @Nullable String newcomer,
            boolean forgets,
            boolean recalls,
            @Nullable String who,
            @Nullable String other,
            @Nullable Note ofOther,
            boolean stops,
            @Nullable String courtesy,
            boolean greets,
            boolean asksForHelp) {
        private static final Small NONE =
                new Small(null, null, false, false, null, null, null, false, null, false, false);

        private static Small of(String text) {
            String other = SmallTalk.asksAboutAnother(text);
            String lower = text.toLowerCase(Locale.ROOT);
            return new Small(
                    SmallTalk.statement(text),
                    SmallTalk.newcomer(text),
                    SmallTalk.wantsForgotten(text),
                    SmallTalk.asksForMemories(text),
                    SmallTalk.asksWho(text),
                    other,
                    other == null
                            ? null
                            : SmallTalk.note(text.replaceFirst("(?i)\\b" + Pattern.quote(other) + "'s", "my")),
                    SmallTalk.stops(text),
                    SmallTalk.courtesy(text),
                    SmallTalk.greets(text),
                    lower.contains("help") || lower.contains("what can you do"));
        }
    }

    /** Of a text that is too long for a wish only what a tool takes whole is looked for, and what is told. */
    static Gist of(String text, OwnCommands own) {
        boolean isLong = Scope.isLong(text);
        return new Gist(
                own.wish(text),
                SentenceExtractor.tells(text),
                isLong ? Lights.NONE : lights(text.strip()),
                isLong ? Small.NONE : Small.of(text));
    }

    private static Lights lights(String sentence) {
        Matcher them = THEM.matcher(sentence);
        return new Lights(
                them.find() ? them.group("way") : null,
                Slots.instead(sentence),
                Intents.roomless(Spelling.mended(sentence)));
    }
}
