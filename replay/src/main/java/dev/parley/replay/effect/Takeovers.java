package dev.parley.replay.effect;

import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Humans who take over: they claim, interrupt and release what they asked for and nothing else, say what they said, in its
 * order and in their own turn, and no model is asked in it.
 */
final class Takeovers {
    private static final List<String> REFUSALS = List.of(
            " does not have the floor",
            " may not take over",
            " may not interrupt what is being said",
            " has said more than can wait",
            " is no agent, and takes over or gives back");

    private final Agents agents;
    private final TreeMap<Long, String> unsaid = new TreeMap<>();
    private String taking = "";
    private String leaving = "";
    private String refused = "";
    private String rewritten = "";
    private long rewrittenIn;

    Takeovers(Agents agents) {
        this.agents = agents;
    }

    /** Only who is on the roster takes over, and only who has the floor gives it back. */
    @Nullable
    Fault acted(Moment moment, String speaker) {
        String human = moment.text("human");
        if (!agents.isHuman(human)) {
            return new Fault("a human of the roster", human);
        }
        if (moment.text("act").equals("take_over")) {
            taking = human;
            return null;
        }
        leaving = human;
        return withFloor(human, speaker);
    }

    @Nullable
    Fault said(Moment moment, String speaker) {
        unsaid.put(moment.rune().eventId(), moment.text("pii_text"));
        return withFloor(moment.text("human"), speaker);
    }

    /** Each refusal is told by the violation that follows it. */
    @Nullable
    Fault refused(Moment moment) {
        String before = refused;
        refused = moment.text("human");
        return before.isEmpty() ? null : new Fault("the violation of what " + before + " wanted", moment.brief());
    }

    @Nullable
    Fault violated(Moment moment) {
        String reason = moment.text("reason");
        if (!moment.text("id").equals("stream.roster") || REFUSALS.stream().noneMatch(reason::endsWith)) {
            return null;
        }
        String human = refused;
        refused = "";
        return !human.isEmpty() && reason.startsWith(human + " ")
                ? null
                : new Fault("something that a human wanted and was refused", moment.brief());
    }

    private @Nullable Fault withFloor(String human, String speaker) {
        return agents.isHuman(human) && speaker.equals(human)
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
        if (text == null || !agents.isHuman(answering)) {
            return new Fault("words of a human who has the floor, said once", "event " + words);
        }
        String found = rewrittenIn == moment.turn() ? rewritten : moment.text("pii_text");
        return text.equals(found) ? null : new Fault("the words of event " + words, moment.brief());
    }

    /** In a turn of a human no model is asked. */
    @Nullable
    Fault asked(Moment moment, String answering) {
        boolean model = moment.turn() != 0 && moment.text("provider").equals("llm");
        return model && agents.isHuman(answering)
                ? new Fault("no model in a turn of " + answering, moment.brief())
                : null;
    }

    /** What a human may have asked the room for; null if they have. */
    @Nullable
    String asker(Moment moment) {
        String human = moment.actor();
        return switch (moment.action()) {
            case "CLAIM" -> {
                boolean wanted = taking.equals(human);
                taking = "";
                yield wanted ? null : "a human who takes over";
            }
            case "INTERRUPT" -> taking.equals(human) ? null : "a human who takes over";
            case "RELEASE" -> {
                boolean wanted = leaving.equals(human);
                leaving = "";
                yield wanted ? null : "a human who gives the floor back";
            }
            case "TRANSFER" -> "an agent of the roster that has not ended";
            default -> null;
        };
    }
}
