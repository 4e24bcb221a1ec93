package dev.parley.replay.effect;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ArgumentsDigest;
import java.util.HashMap;
import java.util.Map;

/**
 * The events that follow from a verdict, compared with those that were recorded after it. Every field is equal, but for what
 * the verdict cannot say: the content of a result, of which it has the digest, and what a process left out that recorded the
 * event for one that was lost.
 *
 * @param proofs whether attestation ids count
 */
record Expected(boolean proofs, Course course) {
    private static final String CONTENT = "content";
    private static final String DIGEST = "content_sha256";
    private static final String ATTESTATION = "attestation";
    private static final String EPOCH = "epoch";

    /** Names the person who may see an event that is not public; the recorder adds it. */
    private static final String CONFIDED_TO = "confided_to";

    /** Whether this is the event, in the turn of its verdict. */
    boolean is(Event fact, Moment decided, Moment found) {
        if (!found.kind().equals(fact.kind()) || found.turn() != decided.turn()) {
            return false;
        }
        Map<String, Json> expected = new HashMap<>(EventCatalogue.payload(fact).fields());
        Map<String, Json> recorded = new HashMap<>(found.payload().fields());
        recorded.remove(CONFIDED_TO);
        if (!proofs || course.isRecovering()) {
            expected.remove(ATTESTATION);
            recorded.remove(ATTESTATION);
        }
        Json epoch = course.isRecovering() && !expected.containsKey(EPOCH) ? recorded.remove(EPOCH) : null;
        if (fact instanceof ToolSettled) {
            expected.remove(CONTENT);
            Json content = recorded.remove(CONTENT);
            if (content == null || content instanceof Json.Null) {
                recorded.remove(DIGEST);
            }
        }
        return expected.equals(recorded)
                && (epoch == null || epoch.equals(decided.parameters().get(EPOCH)))
                && (!(fact instanceof ToolSettled) || isContent(found, decided));
    }

    /** What a tool answered is lost with the process that heard it. */
    private boolean isContent(Moment found, Moment decided) {
        String content = content(found);
        return content.equals(digest(decided)) || (course.isRecovering() && content.isEmpty());
    }

    /** The digest of what a tool answered; where no text is kept, the digest itself was kept. */
    private static String content(Moment found) {
        Json content = found.payload().get(CONTENT);
        return content == null || content instanceof Json.Null ? found.text(DIGEST) : ArgumentsDigest.of(content);
    }

    private static String digest(Moment decided) {
        return Moment.text(decided.parameters(), DIGEST);
    }

    /** The event in words, for a report that misses it. */
    static String said(Event fact, Moment decided) {
        String kind = fact.kind();
        return switch (fact) {
            case InvariantViolated broken -> kind + " " + broken.id();
            case ToolDispatched dispatched -> kind + " of " + dispatched.callId() + ", " + dispatched.tool();
            case ToolSettled settled -> {
                String digest = digest(decided);
                yield kind + " of " + settled.callId() + ", " + settled.status()
                        + (digest.isEmpty() ? "" : ", content " + digest);
            }
            case TurnEvents _ -> {
                String reason = Moment.text(EventCatalogue.payload(fact), "reason");
                yield kind + " of turn " + decided.turn() + (reason.isEmpty() ? "" : ", reason " + reason);
            }
            default -> kind;
        };
    }
}
