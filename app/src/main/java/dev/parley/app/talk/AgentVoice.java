package dev.parley.app.talk;

import dev.parley.agent.Agent;
import dev.parley.agent.Answer;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.port.Reply;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * The agent as the conversation's model, and a voice that is text. The agent thinks on a virtual thread; what it answers
 * comes back through the inbox, to be taken in by the loop's own thread.
 */
final class AgentVoice implements Providers {
    private static final long MS_PER_WORD = 350;

    private final Agent agent;
    private final String person;
    private final Consumer<SessionEvent> inbox;
    private volatile long thinking = -1;
    private long turns;

    AgentVoice(Agent agent, String person, Consumer<SessionEvent> inbox) {
        this.agent = agent;
        this.person = person;
        this.inbox = inbox;
    }

    /** Whether an answer is still to come. */
    boolean isThinking() {
        return thinking >= 0;
    }

    /** The answer was taken in. */
    void answered(SessionEvent event) {
        if (event instanceof SessionEvent.ProviderAnswered answered && answered.callId() == thinking) {
            thinking = -1;
        }
    }

    @Override
    public List<String> names(ProviderKind kind) {
        return List.of("built-in");
    }

    @Override
    public void start(Call call) {
        switch (call.ask()) {
            case Ask.Think think -> {
                thinking = call.id();
                long turn = ++turns;
                Thread.startVirtualThread(() -> inbox.accept(answer(call.id(), turn, think)));
            }
            case Ask.Synthesize synthesize ->
                inbox.accept(new SessionEvent.AudioReady(call.id(), synthesize.audioMs()));
            case Ask.Transcribe _ ->
                inbox.accept(new SessionEvent.ProviderFailed(call.id(), SessionEvent.Failure.ERROR));
        }
    }

    /** Where the log takes nothing more, nobody thinks either (ruling D3). */
    private SessionEvent answer(long callId, long turn, Ask.Think asked) {
        try {
            return new SessionEvent.Replied(callId, think(turn, asked));
        } catch (LogFault | CompletionException e) {
            return new SessionEvent.ProviderFailed(callId, SessionEvent.Failure.ERROR);
        }
    }

    private Reply think(long turn, Ask.Think asked) {
        String style = asked.tone() == null ? "" : asked.tone().inWords();
        String says = switch (agent.turn(turn, person, asked.text(), style)) {
            case Answer.Said said -> said.text();
            case Answer.Escalated escalated ->
                escalated.question() + " (" + String.join(" or ", escalated.options()) + ")";
            case Answer.Ended ended -> "I could not finish that: " + ended.reason() + ".";
            case Answer.Refused refused -> "I cannot begin that: " + refused.reason() + ".";
        };
        long words = says.isBlank() ? 0 : says.strip().split("\\s+").length;
        return new Reply(says, words * MS_PER_WORD, true, List.of(), 0);
    }

    @Override
    public void cancel(long callId) {
        if (callId == thinking) {
            thinking = -1;
            agent.interrupt("interrupted");
        }
    }

    @Override
    public void release(long callId) {}
}
