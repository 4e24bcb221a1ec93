package dev.parley.session.think;

import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.port.Reply;
import dev.parley.session.provider.ProviderDesk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One question to the model. It may be asked before there is a turn to answer in. */
public final class Thought implements ProviderDesk.Answer {
    /** How much text may be on its way to the loop. */
    private static final long WINDOW_CHARACTERS = 128;

    private final StringBuilder says = new StringBuilder();
    private final List<Reply.ToolRequest> calls = new ArrayList<>();
    private boolean interruptible = true;
    private long audioMs;
    private long tokens;
    private long taken;
    private ProviderDesk.@Nullable Ticket ticket;
    private @Nullable Listener listener;
    private @Nullable Reply reply;
    private @Nullable String failure;

    /** Who waits for the answer. */
    public interface Listener {
        void replied(Reply reply);

        void thoughtFailed(String reason);
    }

    /** A thought whose answer is known from the start. */
    public static Thought known(Reply reply) {
        Thought thought = new Thought();
        thought.reply = reply;
        return thought;
    }

    public static Thought asked(ProviderDesk desk, ProviderRequest.Generate question, long turn) {
        Thought thought = new Thought();
        thought.ticket = desk.ask(question, WINDOW_CHARACTERS, turn, thought);
        return thought;
    }

    /** Hands the thought over; whoever takes it learns at once what is known already. */
    public void answerTo(long turn, Listener newListener) {
        listener = newListener;
        if (ticket != null) {
            ticket.belongsTo(turn);
        }
        if (failure != null) {
            newListener.thoughtFailed(failure);
        } else if (reply != null) {
            newListener.replied(reply);
        }
    }

    public void cancel() {
        if (ticket != null) {
            ticket.cancel();
        }
    }

    @Override
    public void reported(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.Delivery(ProviderInvocation _, boolean mayBeInterrupted, long authoredMs) -> {
                interruptible = mayBeInterrupted;
                audioMs = authoredMs;
            }
            case ProviderEvent.TextDelta delta -> {
                says.append(delta.text());
                grant(delta.cost());
            }
            case ProviderEvent.ToolCallRequested wish -> calls.add(Wishes.read(wish.call()));
            case ProviderEvent.Used(ProviderInvocation _, long in, long out) -> tokens = in + out;
            default -> {}
        }
    }

    /** What was taken may be followed by as much, a good part of the window at a time. */
    private void grant(long more) {
        taken += more;
        if (taken >= WINDOW_CHARACTERS / 2 && ticket != null) {
            ticket.grant(taken);
            taken = 0;
        }
    }

    @Override
    public void startedOver() {
        says.setLength(0);
        calls.clear();
        interruptible = true;
        audioMs = 0;
        tokens = 0;
        taken = 0;
    }

    @Override
    public void completed() {
        Reply answer = new Reply(says.toString(), audioMs, interruptible, calls, tokens);
        reply = answer;
        if (listener != null) {
            listener.replied(answer);
        }
    }

    @Override
    public void exhausted(String reason) {
        failure = reason;
        if (listener != null) {
            listener.thoughtFailed(reason);
        }
    }
}
