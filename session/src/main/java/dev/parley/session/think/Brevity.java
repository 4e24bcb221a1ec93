package dev.parley.session.think;

import dev.parley.kernel.people.privacy.Sentences;
import dev.parley.session.event.Reply;
import dev.parley.session.speak.Sentence;
import dev.parley.state.CountedWords;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Keeps replies short where something runs short: of each only the first sentence is said. */
final class Brevity {
    private final BooleanSupplier isBrief;
    private final StringBuilder said = new StringBuilder();
    private boolean shortened;

    Brevity(BooleanSupplier isBrief) {
        this.isBrief = isBrief;
    }

    /** Whether the next sentence of a reply that is still being written is said. */
    boolean says(Sentence sentence) {
        if (isBrief.getAsBoolean() && !said.isEmpty()) {
            shortened = true;
            return false;
        }
        said.append(said.isEmpty() ? "" : " ").append(sentence.text());
        return true;
    }

    /** A reply that was said while it was written, as far as it was said. */
    Reply written(Reply whole) {
        Reply spoken = shortened ? whole.saying(said.toString()) : whole;
        said.setLength(0);
        shortened = false;
        return spoken;
    }

    /** A reply that comes in one piece, as far as it is said. */
    Reply of(Reply whole) {
        List<String> sentences = Sentences.of(whole.says());
        if (sentences.size() < 2 || whole.words() != 0 || !isBrief.getAsBoolean()) {
            return whole;
        }
        String first = sentences.getFirst();
        long audioMs = whole.audioMs() * CountedWords.count(first) / Math.max(1, CountedWords.count(whole.says()));
        return new Reply(first, audioMs, whole.interruptible(), whole.calls(), whole.tokens());
    }
}
