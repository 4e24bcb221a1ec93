package dev.parley.session.think;

import dev.parley.kernel.people.privacy.Sentences;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.event.Reply;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.speak.Sayable;
import dev.parley.session.speak.Sentence;
import dev.parley.state.CountedWords;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question to the model. It may be asked before there is a turn to answer in.
 *
 * <p>While the model still writes, sentences and calls are handed out as soon as they are complete, in the order in which
 * they were written. An answer that comes in one piece is handed out in one piece: nothing leaves before everything that the
 * model gives at the same moment is in.
 */
public final class Thought implements ProviderDesk.Answer {
    /** How much text may be on its way to the loop. */
    private static final long WINDOW_CHARACTERS = 128;

    private static final String FAILED = "provider_error";

    private final StringBuilder says = new StringBuilder();
    private final List<Wish> wishes = new ArrayList<>();
    private final List<Reply.ToolRequest> calledBefore = new ArrayList<>();
    private String saidBefore = "";
    private boolean interruptible = true;
    private long authoredMs;
    private long authoredWords;
    private long tokens;
    private long taken;
    /** How much of the text, of its words, and how many calls have been handed out. */
    private int handedText;

    private long handedWords;
    private int handedCalls;
    private boolean handing;
    private ProviderDesk.@Nullable Ticket ticket;
    private @Nullable Listener listener;
    private @Nullable Reply reply;
    private @Nullable String failure;

    /** A call, and after how much text it was written. */
    private record Wish(Reply.ToolRequest call, int afterText) {}

    /** Who waits for the answer. */
    public interface Listener {
        /** The answer is complete; sentences and calls that were handed out are part of it. */
        void replied(Reply reply);

        void thoughtFailed(String reason);

        /** Whether parts of an answer can be taken now, before the rest is written. */
        default boolean takesParts() {
            return false;
        }

        /** Whether what is left can be taken now that the answer is complete. */
        default boolean takesRest() {
            return false;
        }

        default void wrote(Sentence sentence) {}

        default void wished(Reply.ToolRequest call) {}

        /** What the answer has cost so far, once a part of it was taken. */
        default void spent(long tokensSoFar) {}
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
        goOn();
    }

    /** Tells the listener what it could not take before. */
    public void goOn() {
        Listener present = listener;
        if (present == null) {
            return;
        }
        if (failure != null) {
            present.thoughtFailed(failure);
        } else if (reply != null) {
            finish(present, reply);
        } else {
            stir();
        }
    }

    public void cancel() {
        if (ticket != null) {
            ticket.cancel();
        }
    }

    /** Whether the model has written its answer to the end. */
    public boolean isWritten() {
        return reply != null;
    }

    /** The answer as far as it was written. */
    public Reply soFar() {
        List<Reply.ToolRequest> calls = wishes.stream().map(Wish::call).toList();
        return new Reply(says.toString(), authoredMs, interruptible, calls, tokens);
    }

    @Override
    public void reported(ProviderEvent event) {
        switch (event) {
            case ProviderEvent.Delivery(ProviderInvocation _, boolean mayBeInterrupted, long ms, long words) -> {
                interruptible = mayBeInterrupted;
                authoredMs = ms;
                authoredWords = words;
            }
            case ProviderEvent.TextDelta delta -> {
                says.append(Sayable.of(delta.text()));
                grant(delta.cost());
                stir();
            }
            case ProviderEvent.ToolCallRequested wish -> {
                wishes.add(new Wish(Wishes.read(wish.call()), says.length()));
                stir();
            }
            case ProviderEvent.Used used -> {
                tokens = used.tokens();
                if (listener != null && isHandedOut()) {
                    listener.spent(tokens);
                }
            }
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

    private boolean isHandedOut() {
        return handedText > 0 || handedCalls > 0;
    }

    /** Hands out what is complete once this moment is over, if the model has not finished by then. */
    private void stir() {
        boolean complete =
                handedCalls < wishes.size() || (handedText < says.length() && Sentences.endIn(says, handedText) >= 0);
        if (complete && !handing && ticket != null) {
            handing = true;
            ticket.afterThis(() -> {
                handing = false;
                if (listener != null && reply == null && failure == null) {
                    handOut(listener, false);
                }
            });
        }
    }

    /** @param all whether nothing more is written, so that what is left counts as a sentence */
    private void handOut(Listener reader, boolean all) {
        if (!repeatsItself()) {
            giveUp();
            return;
        }
        while (all ? reader.takesRest() : reader.takesParts()) {
            boolean calls = handedCalls < wishes.size();
            int until = calls ? wishes.get(handedCalls).afterText() : says.length();
            if (handedText < until) {
                int end = Sentences.endIn(says, handedText);
                boolean whole = end >= 0 && end <= until;
                if (!whole && !calls && !all) {
                    return;
                }
                handOut(reader, says.substring(handedText, whole ? end : until));
            } else if (calls) {
                use();
                reader.wished(wishes.get(handedCalls++).call());
            } else {
                return;
            }
        }
    }

    private void handOut(Listener reader, String text) {
        handedText += text.length();
        int words = CountedWords.count(text);
        if (words > 0) {
            use();
            long audioMs = part(handedWords + words) - part(handedWords);
            handedWords += words;
            reader.wrote(new Sentence(text.strip(), interruptible, audioMs));
        }
    }

    /** How long so many words of the answer take. */
    private long part(long words) {
        return authoredWords == 0 ? 0 : authoredMs * Math.min(words, authoredWords) / authoredWords;
    }

    private void use() {
        if (ticket != null) {
            ticket.use();
        }
    }

    /** Another provider begins the answer anew. What was handed out cannot be taken back: it has to be the same again. */
    @Override
    public void startedOver() {
        if (isHandedOut()) {
            saidBefore = says.substring(0, Math.min(handedText, says.length()));
            calledBefore.clear();
            wishes.stream().limit(handedCalls).map(Wish::call).forEach(calledBefore::add);
        }
        says.setLength(0);
        wishes.clear();
        interruptible = true;
        authoredMs = 0;
        authoredWords = 0;
        tokens = 0;
        taken = 0;
    }

    private boolean repeatsItself() {
        int many = Math.min(says.length(), saidBefore.length());
        for (int i = 0; i < Math.min(wishes.size(), calledBefore.size()); i++) {
            if (!wishes.get(i).call().equals(calledBefore.get(i))) {
                return false;
            }
        }
        return says.substring(0, many).equals(saidBefore.substring(0, many));
    }

    private void giveUp() {
        cancel();
        exhausted(FAILED);
    }

    @Override
    public void completed() {
        if (says.length() < handedText || wishes.size() < handedCalls || !repeatsItself()) {
            exhausted(FAILED);
            return;
        }
        Reply answer = soFar();
        reply = answer;
        if (listener != null) {
            finish(listener, answer);
        }
    }

    private void finish(Listener reader, Reply answer) {
        if (isHandedOut()) {
            handOut(reader, true);
        }
        reader.replied(answer);
    }

    @Override
    public void exhausted(String reason) {
        failure = reason;
        if (listener != null) {
            listener.thoughtFailed(reason);
        }
    }
}
