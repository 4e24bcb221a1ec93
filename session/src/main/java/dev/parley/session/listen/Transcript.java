package dev.parley.session.listen;

import dev.parley.provider.ProviderEvent;
import dev.parley.session.provider.ProviderDesk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the provider has understood of one segment. */
final class Transcript implements ProviderDesk.Answer {
    private final Segment segment;
    private final Ear ear;
    private final List<String> finals = new ArrayList<>();
    private ProviderEvent.@Nullable NotUnderstood unclear;

    Transcript(Segment segment, Ear ear) {
        this.segment = segment;
        this.ear = ear;
    }

    @Override
    public void reported(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.PartialTranscript partial -> ear.guessed(segment, partial.text());
            case ProviderEvent.FinalTranscript words -> finals.add(words.text());
            case ProviderEvent.NotUnderstood found -> unclear = found;
            default -> {}
        }
    }

    @Override
    public void startedOver() {
        finals.clear();
        unclear = null;
    }

    @Override
    public void completed() {
        ProviderEvent.NotUnderstood found = unclear;
        if (found != null && !segment.stopped) {
            ear.reject(segment, found.confidencePermille());
        } else if (finals.isEmpty()) {
            ear.lose(segment);
        } else {
            ear.transcribed(segment, String.join(" ", finals));
        }
    }

    @Override
    public void exhausted(String reason) {
        ear.lose(segment);
    }
}
