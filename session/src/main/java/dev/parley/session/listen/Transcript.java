package dev.parley.session.listen;

import dev.parley.provider.ProviderEvent;
import dev.parley.session.provider.ProviderDesk;
import org.jspecify.annotations.Nullable;

/** What the provider has understood of one segment. */
final class Transcript implements ProviderDesk.Answer {
    /** As many characters as a typed message may have. */
    private static final int CHARS_MAX = 4_000;

    private final Segment segment;
    private final Ear ear;
    private final StringBuilder words = new StringBuilder();
    private boolean understood;
    private boolean whole;
    private boolean cut;
    private ProviderEvent.@Nullable NotUnderstood unclear;

    Transcript(Segment segment, Ear ear) {
        this.segment = segment;
        this.ear = ear;
    }

    @Override
    public void reported(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.PartialTranscript partial -> ear.guessed(segment, partial.text());
            case ProviderEvent.FinalTranscript piece -> {
                whole = piece.whole() && !understood;
                add(piece.text());
            }
            case ProviderEvent.NotUnderstood found -> unclear = found;
            default -> {}
        }
    }

    /** What is too much is cut off, and told once. */
    private void add(String piece) {
        if (cut) {
            return;
        }
        words.append(understood ? " " : "").append(piece);
        understood = true;
        if (words.length() > CHARS_MAX) {
            cut = true;
            words.setLength(Character.isHighSurrogate(words.charAt(CHARS_MAX - 1)) ? CHARS_MAX - 1 : CHARS_MAX);
            ear.heardTooMuch();
        }
    }

    @Override
    public void startedOver() {
        words.setLength(0);
        understood = false;
        whole = false;
        cut = false;
        unclear = null;
    }

    @Override
    public void completed() {
        ProviderEvent.NotUnderstood found = unclear;
        if (found != null && !segment.stopped) {
            ear.reject(segment, found.confidencePermille(), found.nearest());
        } else if (!understood) {
            ear.lose(segment);
        } else {
            ear.transcribed(segment, words.toString(), whole);
        }
    }

    @Override
    public void exhausted(String reason) {
        ear.lose(segment);
    }
}
