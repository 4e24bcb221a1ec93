package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.record.RecordStart;
import dev.parley.session.record.UnaccountedEvents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whose conversation is it, and who may read it or act on it. What somebody may not read is not there for them. */
final class ConversationAccess {
    private static final int ID_BYTES_MAX = 256;
    private static final int KNOWN_MAX = 100_000;

    private final Parley parley;
    /** What first events say; a record that is compacted has its own in the snapshot that it begins after. */
    private final Map<String, Json.Obj> known = Recent.atMost(KNOWN_MAX);

    private final MadeCalls calls;

    ConversationAccess(Parley parley) {
        this.parley = parley;
        this.calls = new MadeCalls(parley);
    }

    /** Whether this conversation has ever made this call. */
    boolean hasMade(String id, String call) {
        return calls.has(id, call);
    }

    boolean mayRead(Caller caller, String id) {
        Json.Obj about = about(id);
        return about != null && caller.reaches(id) && (caller.isScoped() || caller.mayRead(owner(about)));
    }

    boolean mayAct(Caller caller, String id) {
        Json.Obj about = about(id);
        return about != null && caller.reaches(id) && caller.mayAct(caller.isScoped() ? caller.id() : owner(about));
    }

    /** Whether the caller began it. */
    boolean owns(Caller caller, String id) {
        Json.Obj about = about(id);
        return about != null && owner(about).equals(caller.id());
    }

    String readable(Caller caller, String id) {
        if (!mayRead(caller, id)) {
            throw Problem.notFound();
        }
        return id;
    }

    String actedOn(Caller caller, String id) {
        if (!mayAct(caller, readable(caller, id))) {
            throw Problem.forbidden("this key may read the conversation and nothing more");
        }
        return id;
    }

    /** The conversation, or a problem that says why it does not go on. */
    Conversation underWay(String id) {
        Conversation talk = parley.conversation(id);
        if (talk == null) {
            UnaccountedEvents unaccounted = UnaccountedEvents.of(parley.record(), id);
            throw unaccounted.isNone() ? ended(id) : Problem.conflict(Problem.ENDED, unaccounted.whyItWaits());
        }
        return talk;
    }

    /** The same where words are answered. */
    Conversation answering(String id) {
        Conversation talk = underWay(id);
        if (talk.isHalted()) {
            throw Problem.halted(id);
        }
        return talk;
    }

    static Problem ended(String id) {
        return Problem.conflict(Problem.ENDED, id + " is over");
    }

    private static String owner(Json.Obj about) {
        String owner = about.text(ConversationsApi.OWNER);
        return owner == null ? "" : owner;
    }

    /** What the first event of a conversation says; null for what is no conversation with anybody. */
    private Json.@Nullable Obj about(String id) {
        Json.Obj seen = known.get(id);
        Json.Obj about = seen == null ? read(id) : seen;
        if (seen == null && about != null) {
            known.put(id, about);
        }
        return about;
    }

    private Json.@Nullable Obj read(String id) {
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        if (name.length > ID_BYTES_MAX || !parley.record().conversations().contains(id)) {
            return null;
        }
        try {
            Rune first = RecordStart.first(parley.record(), id);
            return first != null && EventCatalogue.is(first, SessionCreated.class) ? first.payload() : null;
        } catch (LogFault | IllegalArgumentException | IOException damaged) {
            return null;
        }
    }
}
