package dev.parley.app.talk;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.listen.Words;
import dev.parley.session.port.Manner;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.port.Reply;
import dev.parley.session.think.Wishes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Consumer;

/** The built-in model, which answers at once, and a voice that is text: what is shown was heard. */
final class BuiltInProviders implements Providers {
    /** How long it takes to show a reply that is shown at once. */
    private static final long AT_ONCE_MS = 1;

    private final Model model;
    private final Consumer<SessionEvent> inbox;
    private final long paceMs;

    /** @param paceMs how long a word is shown at normal rate; 0 for no pace */
    BuiltInProviders(Model model, Consumer<SessionEvent> inbox, long paceMs) {
        this.model = model;
        this.inbox = inbox;
        this.paceMs = paceMs;
    }

    @Override
    public List<String> names(ProviderKind kind) {
        return List.of("built-in");
    }

    @Override
    public void start(Call call) {
        inbox.accept(
                switch (call.ask()) {
                    case Ask.Think think -> thought(call.id(), think.prompt());
                    case Ask.Synthesize(String text, long _, Manner manner) ->
                        new SessionEvent.AudioReady(call.id(), shownMs(text, manner.rate()));
                    case Ask.Transcribe _ -> new SessionEvent.ProviderFailed(call.id(), SessionEvent.Failure.ERROR);
                });
    }

    private long shownMs(String text, BigDecimal rate) {
        BigDecimal normal = BigDecimal.valueOf(Words.count(text) * paceMs);
        return Math.max(AT_ONCE_MS, normal.divide(rate, 0, RoundingMode.HALF_UP).longValue());
    }

    private SessionEvent thought(long callId, Model.Prompt prompt) {
        try {
            Model.Reply reply = model.reply(prompt, CancelToken.NEVER);
            List<Reply.ToolRequest> calls =
                    reply.calls().stream().map(Wishes::read).toList();
            return new SessionEvent.Replied(
                    callId, new Reply(reply.text(), AT_ONCE_MS, true, calls, reply.tokensUsed()));
        } catch (Model.ModelFailure e) {
            return new SessionEvent.ProviderFailed(callId, SessionEvent.Failure.ERROR);
        }
    }

    @Override
    public void cancel(long callId) {}

    @Override
    public void release(long callId) {}
}
