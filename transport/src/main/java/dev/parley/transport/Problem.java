package dev.parley.transport;

import dev.parley.NotTakenIn;
import dev.parley.TextTooLong;
import dev.parley.kernel.json.Json;
import dev.parley.session.HostBounds;
import dev.parley.transport.budget.OverBudget;

/** A request that gets no answer but this: a status and a stable code, as RFC 9457 writes them. */
public final class Problem extends RuntimeException {
    static final String BROKEN = "broken_request";
    static final String ENDED = "ended";
    static final String BUSY = "busy";

    private final int status;
    private final String code;
    private final transient Json.Obj more;

    Problem(int status, String code, String detail) {
        this(status, code, detail, Json.Obj.EMPTY);
    }

    /** @param more what a program may want to know beside it */
    private Problem(int status, String code, String detail, Json.Obj more) {
        super(detail);
        this.status = status;
        this.code = code;
        this.more = more;
    }

    static Problem unauthenticated() {
        return new Problem(401, "unauthenticated", "a valid key or token is needed: Authorization: Bearer ...");
    }

    static Problem forbidden(String detail) {
        return new Problem(403, "forbidden", detail);
    }

    /** The rules of the conversation say no. */
    static Problem denied(Decision decision) {
        boolean isUnreadable = decision.isUnreadable();
        return new Problem(
                isUnreadable ? 400 : 403,
                isUnreadable ? "bad_request" : "denied",
                decision.sentence() + "; those who run the house see with GET explain/" + decision.eventId()
                        + " what would change it",
                Json.Obj.EMPTY.with("rule", decision.rule()).with("event_id", decision.eventId()));
    }

    static Problem notFound() {
        return new Problem(404, "not_found", "there is nothing here for this key");
    }

    /** Somebody wants to go on after an event that has not happened; they wait for it, and perhaps mistake the conversation. */
    static Problem unknownEvent(long event, long last) {
        return new Problem(
                400,
                "unknown_event",
                "event " + event + " is not in this record, which ends at " + last
                        + "; nothing comes until it has gone further");
    }

    static Problem badRequest(String detail) {
        return new Problem(400, "bad_request", detail);
    }

    /** What is sent cannot be read to its end, so that nothing after it can be read either; the connection is closed. */
    static Problem broken(String detail) {
        return new Problem(400, BROKEN, detail);
    }

    /** Nobody here can listen or speak. */
    static Problem noVoice() {
        return new Problem(503, "no_voice", "this server has no voice: name one under 'voice' in its configuration");
    }

    /** What somebody says has more characters than anybody says at once. */
    static Problem textTooLong() {
        return new Problem(413, "text_too_long", new TextTooLong().getMessage() + "; send less at a time");
    }

    static Problem stopping() {
        return new Problem(503, "stopping", "the server stops");
    }

    /** There was no room for it; nothing has happened. */
    static Problem busy() {
        return new Problem(503, BUSY, "the conversation takes nothing in at the moment; try again");
    }

    /** A conversation cannot begin, for this rule of the host; where its client alone has too many, that is told apart. */
    static Problem noRoom(String rule) {
        return rule.startsWith(HostBounds.OWNER_FULL)
                ? new Problem(429, OverBudget.CODE, rule)
                : new Problem(503, "no_room", rule);
    }

    /** There is no memory for it; nothing has happened. */
    static Problem overBudget(OverBudget why) {
        return new Problem(429, OverBudget.CODE, why.detail());
    }

    /** Too much text of the client waits to be read; nothing has happened. */
    static Problem overBudget(NotTakenIn why) {
        return new Problem(429, OverBudget.CODE, String.valueOf(why.getMessage()));
    }

    /** The whole answer to a connection that is one too many, which no request is read from. */
    static String tooManyConnections() {
        Problem problem = new Problem(
                503,
                "too_many_connections",
                "the server, or this address, has as many connections as it may; try again later");
        String body = problem.json().text();
        return "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\n"
                + "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** It may have happened, or may happen yet. */
    static Problem notRecorded() {
        return new Problem(503, "not_recorded", "nothing was decided in time; look at the events before you try again");
    }

    /** Ruling E7: a question is answered by who has heard it. */
    static Problem notAskedYet() {
        return conflict("not_asked_yet", "the question has not been said to its end; answer it then");
    }

    static Problem halted(String id) {
        return conflict("halted", id + " is halted until an operator lets it go on");
    }

    static Problem conflict(String code, String detail) {
        return new Problem(409, code, detail);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    Json.Obj json() {
        Json.Obj told = Json.Obj.EMPTY
                .with("type", "urn:parley:problem:" + code)
                .with("title", code.replace('_', ' '))
                .with("status", status)
                .with("detail", String.valueOf(getMessage()))
                .with("code", code);
        for (var each : more.fields().entrySet()) {
            told = told.with(each.getKey(), each.getValue());
        }
        return told;
    }
}
