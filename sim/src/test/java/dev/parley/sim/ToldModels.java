package dev.parley.sim;

import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.ConversationLoop;
import dev.parley.session.port.Journal;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import java.util.ArrayList;
import java.util.List;

/** Listens to what a conversation records and to what it tells its models, and compares the two at every call. */
final class ToldModels implements Journal {
    private final Journal journal;
    private final List<Rune> runes = new ArrayList<>();
    private long asked;

    ToldModels(Journal journal) {
        this.journal = journal;
    }

    List<Rune> runes() {
        return runes;
    }

    /** How often a model was asked. */
    long asked() {
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
                listening(ports.providers()),
                ports.tools(),
                ports.people());
    }

    private Providers listening(Providers providers) {
        return new Providers() {
            @Override
            public List<String> names(ProviderKind kind) {
                return providers.names(kind);
            }

            @Override
            public void start(Call call) {
                if (call.ask() instanceof Ask.Think think) {
                    asked++;
                    boolean ahead = call.invocation().turn() == 0;
                    List<Model.Message> told = think.prompt().messages();
                    HeardHistory.equalsPrompt(runes, ahead ? told.subList(0, told.size() - 1) : told);
                }
                providers.start(call);
            }

            @Override
            public void cancel(long callId) {
                providers.cancel(callId);
            }

            @Override
            public void release(long callId) {
                providers.release(callId);
            }
        };
    }
}
