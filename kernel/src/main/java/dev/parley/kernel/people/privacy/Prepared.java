package dev.parley.kernel.people.privacy;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonTexts;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to guard a long answer, worked out before anybody waits for it: the words in it, and what they would tell about
 * whoever it turns out to be about. Pure, on any thread.
 */
public final class Prepared {
    private final String text;
    private final Phrase.Heard heard;
    private final FactIndex index;

    private Prepared(String text, Json value) {
        this.text = text;
        this.heard = Phrase.Heard.of(text).withRuns();
        this.index = FactIndex.of(new Knowledge("", "", Sensitivity.SENSITIVE, value).facts());
    }

    /** The value made ready, or null where it is so short that nobody would wait. */
    public static @Nullable Prepared of(Json value) {
        String text = JsonTexts.of(value);
        return text.length() > Phrase.SAID_AT_ONCE_MAX ? new Prepared(text, value) : null;
    }

    String text() {
        return text;
    }

    Phrase.Heard heard() {
        return heard;
    }

    FactIndex index() {
        return index;
    }
}
