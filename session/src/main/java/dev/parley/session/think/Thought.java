package dev.parley.session.think;

import dev.parley.session.event.SessionEvent.ProviderAnswered;
import dev.parley.session.event.SessionEvent.Replied;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers.Ask;
import dev.parley.session.port.Reply;
import dev.parley.session.provider.ProviderDesk;
import org.jspecify.annotations.Nullable;

/** One question to the model. It may be asked before there is a turn to answer in. */
public final class Thought implements ProviderDesk.Answer {
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

    public static Thought asked(ProviderDesk desk, Ask.Think question, long turn) {
        Thought thought = new Thought();
        thought.ticket = desk.ask(ProviderKind.LLM, question, turn, thought);
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
    public void delivered(ProviderAnswered event) {
        if (event instanceof Replied(long _, Reply answer)) {
            reply = answer;
            if (ticket != null) {
                ticket.release();
            }
            if (listener != null) {
                listener.replied(answer);
            }
        }
    }

    @Override
    public void switched() {}

    @Override
    public void exhausted(String reason) {
        failure = reason;
        if (listener != null) {
            listener.thoughtFailed(reason);
        }
    }
}
