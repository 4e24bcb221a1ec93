package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.ReplyDeferred;
import dev.parley.kernel.event.AgentEvents.ReplyDelivered;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.state.Rule.Mismatch;
import dev.parley.state.Words.Spoken;
import dev.parley.state.Words.Text;
import dev.parley.state.Words.Unsaid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds in every record of the words of users and of replies that waited: they are made of what was heard, and of nothing else. */
final class WordRules {
    static final List<Rule<?>> ALL = List.of(
            new Rule<>(
                    "words.transcripts",
                    UserSpoke.class,
                    "Spoken words are made of transcripts and queued words that are in no other words.",
                    (state, words, at) -> unknown(state, words.text(), at)),
            new Rule<>(
                    "words.speaker",
                    UserSpoke.class,
                    "Spoken words are of the person who was heard, and of no single one where several were.",
                    (state, words, at) -> otherSpeaker(state, words.text())),
            new Rule<>(
                    "words.text",
                    UserSpoke.class,
                    "Spoken words are the words of their transcripts.",
                    (state, words, at) -> otherWords(state, words.text(), at)),
            new Rule<>(
                    "words.queued_transcripts",
                    UserQueued.class,
                    "Spoken words that are queued are made of transcripts that are in no other words.",
                    (state, words, at) -> isQueued(words) ? unknown(state, words.text(), at) : null),
            new Rule<>(
                    "words.queued_speaker",
                    UserQueued.class,
                    "Spoken words that are queued are of the person who was heard.",
                    (state, words, at) -> isQueued(words) ? otherSpeaker(state, words.text()) : null),
            new Rule<>(
                    "words.queued_text",
                    UserQueued.class,
                    "Spoken words that are queued are the words of their transcripts.",
                    (state, words, at) -> isQueued(words) ? otherWords(state, words.text(), at) : null),
            new Rule<>(
                    "words.delivered_once",
                    ReplyDelivered.class,
                    "A deferred reply is delivered once.",
                    WordRules::neverDeferred));

    private WordRules() {}

    /** Words that only belong to the next turn are recorded again with it. */
    private static boolean isQueued(UserQueued words) {
        return Boolean.TRUE.equals(words.waits());
    }

    private static @Nullable Mismatch unknown(StateView state, UserText words, Recorded at) {
        Words before = state.words();
        Set<Long> taken = new HashSet<>();
        for (long each : Words.heard(words)) {
            if (before.waiting(each) == null || !taken.add(each)) {
                String expected = EventCatalogue.kindOf(FinalTranscriptReceived.class) + " at event " + each;
                return new Mismatch(expected + ", not taken before", at.rune().kind());
            }
        }
        return null;
    }

    /** What these words are made of, as far as it is known. */
    private static List<Spoken> parts(StateView state, UserText words) {
        Words before = state.words();
        List<Spoken> parts = new ArrayList<>();
        for (long each : Words.heard(words)) {
            Spoken part = before.waiting(each);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }

    private static boolean isPartlyTyped(UserText words) {
        Long written = words.written();
        return written != null && written > 0;
    }

    private static @Nullable Mismatch otherSpeaker(StateView state, UserText words) {
        List<String> speakers =
                parts(state, words).stream().map(Spoken::by).distinct().toList();
        String only = speakers.size() == 1 ? speakers.getFirst() : "";
        boolean isOf =
                words.by().equals(only) || (isPartlyTyped(words) && words.by().isEmpty());
        return speakers.isEmpty() || isOf ? null : new Mismatch("words of '" + only + "'", "of '" + words.by() + "'");
    }

    private static @Nullable Mismatch otherWords(StateView state, UserText words, Recorded at) {
        List<Text> parts = parts(state, words).stream().map(Spoken::text).toList();
        Text said = Text.of(at, words.piiText());
        boolean isReadable = parts.stream().allMatch(Text::isReadable);
        List<String> all = parts.stream().map(Text::said).toList();
        boolean isSame = true;
        if (isPartlyTyped(words)) {
            isSame = !isReadable || !said.isReadable() || inOrder(said.said(), all);
        } else if (parts.size() == 1) {
            isSame = said.isSame(parts.getFirst());
        } else if (isReadable && !parts.isEmpty()) {
            isSame = said.isSame(new Text(String.join(" ", all), true, true));
        }
        return isSame ? null : new Mismatch("the words of " + parts.size() + " transcripts", "other words");
    }

    private static boolean inOrder(String said, List<String> parts) {
        int from = 0;
        for (String part : parts) {
            int at = said.indexOf(part, from);
            if (at < 0) {
                return false;
            }
            from = at + part.length();
        }
        return true;
    }

    private static @Nullable Mismatch neverDeferred(StateView state, ReplyDelivered delivered, Recorded at) {
        Unsaid reply = state.words().replies().get(delivered.of());
        return reply != null && reply.isDeferred()
                ? null
                : new Mismatch(
                        EventCatalogue.kindOf(ReplyDeferred.class) + " at event " + delivered.of()
                                + ", not said before",
                        at.rune().kind());
    }
}
