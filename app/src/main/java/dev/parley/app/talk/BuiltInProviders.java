package dev.parley.app.talk;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.port.Reply;
import dev.parley.session.think.Wishes;
import java.util.List;
import java.util.function.Consumer;

/** The built-in model, which answers at once, and a voice that is text: what is shown was heard. */
final class BuiltInProviders implements Providers {
    /** How long it takes to show a reply. */
    private static final long SHOWN_MS = 1;

    private final Model model;
    private final Consumer<SessionEvent> inbox;

    BuiltInProviders(Model model, Consumer<SessionEvent> inbox) {
        this.model = model;
        this.inbox = inbox;
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
                    case Ask.Synthesize _ -> new SessionEvent.AudioReady(call.id(), SHOWN_MS);
                    case Ask.Transcribe _ -> new SessionEvent.ProviderFailed(call.id(), SessionEvent.Failure.ERROR);
                });
    }

    private SessionEvent thought(long callId, Model.Prompt prompt) {
        try {
            Model.Reply reply = model.reply(prompt, CancelToken.NEVER);
            List<Reply.ToolRequest> calls =
                    reply.calls().stream().map(Wishes::read).toList();
            return new SessionEvent.Replied(callId, new Reply(reply.text(), SHOWN_MS, true, calls, reply.tokensUsed()));
        } catch (Model.ModelFailure e) {
            return new SessionEvent.ProviderFailed(callId, SessionEvent.Failure.ERROR);
        }
    }

    @Override
    public void cancel(long callId) {}

    @Override
    public void release(long callId) {}
}
