package dev.parley.sim;

import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.ConversationLoop;
import dev.parley.session.record.Journal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Listens to what a conversation records and to what it tells its models, and compares the two at every call. */
final class ToldModels implements Journal {
    private final Journal journal;
    private final List<Rune> runes = new ArrayList<>();
    private long asked;
    private @Nullable AssertionError first;

    ToldModels(Journal journal) {
        this.journal = journal;
    }

    List<Rune> runes() {
        return runes;
    }

    /** How often a model was asked; fails if one was told anything else than what was heard. */
    long asked() {
        if (first != null) {
            throw first;
        }
        return asked;
    }

    @Override
    public Rune append(RuneDraft draft) {
        Rune rune = journal.append(draft);
        runes.add(rune);
        return rune;
    }

    @Override
    public boolean isDurable(long eventId) {
        return journal.isDurable(eventId);
    }

    ConversationLoop.Ports around(ConversationLoop.Ports ports) {
        return new ConversationLoop.Ports(
                ports.time(),
                ports.timers(),
                ports.journal(),
                ProvidersAround.noting(ports.providers(), this::told),
                ports.tools(),
                ports.people());
    }

    /** A second attempt repeats the question of the first, with the same key. */
    private void told(ProviderInvocation call, ProviderRequest request) {
        if (request instanceof ProviderRequest.Generate generate && call.attempt() == 1) {
            asked++;
            boolean ahead = call.turn() == 0;
            List<Model.Message> messages = generate.prompt().messages();
            compare(ahead ? messages.subList(0, messages.size() - 1) : messages);
        }
    }

    /** What a provider throws ends its call only, so that a failure is kept for the end. */
    private void compare(List<Model.Message> messages) {
        try {
            HeardHistory.equalsPrompt(runes, messages);
        } catch (AssertionError e) {
            first = first == null ? e : first;
        }
    }
}
