package dev.parley.session.speak;

import dev.parley.kernel.event.SpeechEvents.SpeechPhrased;
import dev.parley.kernel.event.SpeechEvents.SpeechToneChanged;
import dev.parley.kernel.people.privacy.Sentences;
import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.session.event.Reply;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Brings what is about to be spoken into sentences that are short enough for who listens. The words and their order stay;
 * only where a sentence ends changes. It is decided when the sentence's time has come, and recorded.
 */
public final class Phrasing {
    private static final int PART_WORDS_MIN = 3;
    private static final Set<String> JOINTS =
            Set.of("and", "but", "or", "so", "because", "then", "which", "while", "when", "if");
    private static final Set<String> ARTICLES = Set.of("the", "a", "an");
    private static final Set<String> AFTER_THINGS =
            Set.of("and", "or", "until", "for", "in", "on", "at", "with", "to", "from");

    private final People people;
    private final Recorder recorder;
    private @Nullable Tone last;

    public Phrasing(People people, Recorder recorder) {
        this.people = people;
        this.recorder = recorder;
    }

    /** Who says for whom a tone is. */
    public People people() {
        return people;
    }

    /** How to speak to this listener from now on, or null where the conversation knows nobody; a change is recorded. */
    public @Nullable Tone tone(long turn, String listener) {
        Tone tone = people.tone(listener);
        if (tone != null && !tone.equals(last)) {
            last = tone;
            recorder.write(new SpeechToneChanged(tone.manner(), tone.sentenceWordsMax()), turn);
        }
        return tone;
    }

    /** The reply as it is to be spoken to this listener now. */
    public Reply phrased(long turn, long number, Reply reply, String listener) {
        Tone tone = tone(turn, listener);
        String text = tone == null ? reply.says() : shortened(reply.says(), tone.sentenceWordsMax());
        if (tone == null || text.equals(reply.says())) {
            return reply;
        }
        recorder.write(new SpeechPhrased(tone.manner(), tone.sentenceWordsMax(), number, text), turn);
        return reply.saying(text);
    }

    /** The same ahead of a turn, which may yet change its listener. Nothing is decided, so nothing is recorded. */
    public Reply ahead(Reply reply, String listener) {
        Tone tone = people.tone(listener);
        return tone == null ? reply : reply.saying(shortened(reply.says(), tone.sentenceWordsMax()));
    }

    /** The same words in sentences of at most so many, or more where a sentence has no place at which it could end. */
    static String shortened(String text, int wordsMax) {
        List<String> sentences = Sentences.of(text);
        List<String> parts = new ArrayList<>();
        sentences.forEach(sentence -> parts.addAll(parts(sentence, wordsMax)));
        return parts.size() == sentences.size() ? text : String.join(" ", parts);
    }

    private static List<String> parts(String sentence, int wordsMax) {
        List<String> words = Arrays.stream(sentence.split("\\s+", -1)).collect(Collectors.toCollection(ArrayList::new));
        List<String> parts = new ArrayList<>();
        for (int end = end(words, wordsMax); end > 0; end = end(words, wordsMax)) {
            List<String> head = words.subList(0, end);
            parts.add(ended(String.join(" ", head)));
            head.clear();
            words.set(0, capital(words.getFirst()));
        }
        parts.add(String.join(" ", words));
        return parts;
    }

    /** After how many words to end: at the last place within the length, else at the first one behind it; 0 for nowhere. */
    private static int end(List<String> words, int wordsMax) {
        int last = words.size() - PART_WORDS_MIN;
        int found = 0;
        for (int count = PART_WORDS_MIN; words.size() > wordsMax && count <= last; count++) {
            if (isJoint(words, count) && (count <= wordsMax || found == 0)) {
                found = count;
            }
        }
        return found;
    }

    /** Whether the sentence can end after so many words: at a comma, or before a joining word, but not within a list. */
    private static boolean isJoint(List<String> words, int count) {
        boolean isJoining = JOINTS.contains(words.get(count).toLowerCase(Locale.ROOT));
        return (isJoining || words.get(count - 1).matches(".*[,;:]"))
                && !isListed(words, count, isJoining ? count + 1 : count);
    }

    /** Whether one thing of a list ends before this word and another begins at that one, of which nothing more is told. */
    private static boolean isListed(List<String> words, int end, int next) {
        return next + 1 < words.size()
                && ARTICLES.contains(words.get(end - 2).toLowerCase(Locale.ROOT))
                && ARTICLES.contains(words.get(next).toLowerCase(Locale.ROOT))
                && (next + 2 == words.size()
                        || words.get(next + 1).matches(".*\\W")
                        || AFTER_THINGS.contains(words.get(next + 2).toLowerCase(Locale.ROOT)));
    }

    private static String ended(String part) {
        return part.replaceFirst("[,;:\u2013-]+$", "") + ".";
    }

    private static String capital(String word) {
        int first = word.codePointAt(0);
        return new StringBuilder()
                .appendCodePoint(Character.toTitleCase(first))
                .append(word.substring(Character.charCount(first)))
                .toString();
    }
}
