package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.kernel.rune.Rune;
import io.helidon.webserver.http.ServerRequest;
import java.util.function.Consumer;

/** What all parts of the API about conversations begin with: who asks, about which conversation, and whether they may. */
record Desk(Parley parley, ConversationAccess access, Decisions decisions, Attested attested, DiskWait disk) {
    static Desk of(Parley parley, ConversationAccess access, Consumer<Rune> told, DiskWait disk) {
        return new Desk(parley, access, new Decisions(parley, access), new Attested(parley, told, disk), disk);
    }

    static String named(ServerRequest request, String parameter) {
        return request.path().pathParameters().get(parameter);
    }

    /** The conversation of the path, if the caller may read it. A conversation that a halted journal has ended is not over. */
    String readable(ServerRequest request) {
        request.context().register(disk);
        return access.readable(Door.caller(request), named(request, "id"));
    }

    /** The same for those who run the house. */
    String examined(ServerRequest request) {
        String id = readable(request);
        if (!Door.caller(request).mayAskWhy()) {
            throw Problem.forbidden("decisions are shown to those who run the house; this key is a client's");
        }
        return id;
    }

    /** The conversation of the path, if the caller may act on it. Who acts on somebody else's leaves a trace. */
    String actedOn(ServerRequest request) {
        String id = access.actedOn(Door.caller(request), named(request, "id"));
        request.context().register(disk);
        disk.check();
        attest(request, id);
        return id;
    }

    /** Records that the caller acts on a conversation that is not theirs. */
    void attest(ServerRequest request, String id) {
        Caller caller = Door.caller(request);
        if (isForeign(caller, id)) {
            String path = request.path().path();
            String act = path.substring(Math.min(path.length(), path.indexOf(id) + id.length()));
            attested.keep(caller, act.isEmpty() ? "/end" : act, id);
        }
    }

    /** Whether the caller looks after this conversation, and it is somebody else's. */
    boolean isForeign(Caller caller, String id) {
        return caller.runsTheHouse() && !access.owns(caller, id);
    }

    /** The conversation of the path, for operators and admins alone. */
    String governed(ServerRequest request, String why) {
        String _ = readable(request);
        if (!Door.caller(request).mayGovern()) {
            throw Problem.forbidden(why);
        }
        return actedOn(request);
    }
}
