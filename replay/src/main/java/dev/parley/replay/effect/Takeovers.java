package dev.parley.replay.effect;

import dev.parley.state.ConversationState;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Humans who take over: they claim, interrupt and release what they asked for and nothing else, say what they said, in its
 * order and in their own turn, and no model is asked in it.
 */
final class Takeovers {
    private final ConversationState state;
    private final TreeMap<Long, String> unsaid = new TreeMap<>();
    private String rewritten = "";
    private long rewrittenIn;

    Takeovers(ConversationState state) {
        this.state = state;
    }

    private boolean isHuman(String actor) {
        return state.agents().isHuman(actor);
    }

    /** Only who has the floor gives it back. */
    @Nullable
    Fault acted(Moment moment, String speaker) {
        boolean takes = moment.text("act").equals("take_over");
        return takes ? null : withFloor(moment.text("human"), speaker);
    }

    /** Who has to claim the floor, if somebody else does while they take over; null if that is not so. */
    @Nullable
    String claimer(Moment moment) {
        String taking = state.takeover().taking();
        boolean isOther = !taking.isEmpty() && !moment.actor().equals(taking);
        return isOther && moment.action().equals("CLAIM") ? taking + ", who takes over" : null;
    }

    @Nullable
    Fault said(Moment moment, String speaker) {
        unsaid.put(moment.rune().eventId(), moment.text("pii_text"));
        return withFloor(moment.text("human"), speaker);
    }

    private @Nullable Fault withFloor(String human, String speaker) {
        return isHuman(human) && speaker.equals(human)
                ? null
                : new Fault("the floor with '" + human + "'", "'" + speaker + "' has it");
    }

    /** A filter of the pipeline has changed what is said. */
    void rewritten(Moment moment) {
        rewritten = moment.text("pii_text");
        rewrittenIn = moment.turn();
    }

    /** What is said in the name of a human was said by them, and nothing later before it. */
    @Nullable
    Fault replied(Moment moment, String answering) {
        long words = moment.number("words");
        if (words == 0) {
            return null;
        }
        String text = unsaid.get(words);
        unsaid.headMap(words, true).clear();
        if (text == null || !isHuman(answering)) {
            return new Fault("words of a human who has the floor, said once", "event " + words);
        }
        String found = rewrittenIn == moment.turn() ? rewritten : moment.text("pii_text");
        return text.equals(found) ? null : new Fault("the words of event " + words, moment.brief());
    }

    /** In a turn of a human no model is asked. */
    @Nullable
    Fault asked(Moment moment, String answering) {
        boolean model = moment.turn() != 0 && moment.text("provider").equals("llm");
        return model && isHuman(answering) ? new Fault("no model in a turn of " + answering, moment.brief()) : null;
    }

    /** What a human may have asked the room for; null if they have. */
    @Nullable
    String asker(Moment moment) {
        String human = moment.actor();
        return switch (moment.action()) {
            case "CLAIM", "INTERRUPT" -> state.takeover().taking().equals(human) ? null : "a human who takes over";
            case "RELEASE" -> state.takeover().leaving().equals(human) ? null : "a human who gives the floor back";
            case "TRANSFER" -> "an agent of the roster that has not ended";
            default -> null;
        };
    }
}
