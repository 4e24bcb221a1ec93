package dev.parley.transport;

import dev.parley.kernel.json.Json;

/** A request that gets no answer but this: a status and a stable code, as RFC 9457 writes them. */
public final class Problem extends RuntimeException {
    private final int status;
    private final String code;

    Problem(int status, String code, String detail) {
        super(detail);
        this.status = status;
        this.code = code;
    }

    static Problem unauthenticated() {
        return new Problem(401, "unauthenticated", "a valid key or token is needed: Authorization: Bearer ...");
    }

    static Problem forbidden(String detail) {
        return new Problem(403, "forbidden", detail);
    }

    static Problem notFound() {
        return new Problem(404, "not_found", "there is nothing here for this key");
    }

    static Problem badRequest(String detail) {
        return new Problem(400, "bad_request", detail);
    }

    /** Nobody here can listen or speak. */
    static Problem noVoice() {
        return new Problem(503, "no_voice", "this server has no voice: name one under 'voice' in its configuration");
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
        return Json.Obj.EMPTY
                .with("type", "urn:parley:problem:" + code)
                .with("title", code.replace('_', ' '))
                .with("status", status)
                .with("detail", String.valueOf(getMessage()))
                .with("code", code);
    }
}
