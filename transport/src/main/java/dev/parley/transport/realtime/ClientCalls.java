package dev.parley.transport.realtime;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.session.tool.ClientShelf;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls to tools that the client has declared. The client does the work; what it answers goes to the conversation when the
 * client wants the next response, so that the model is asked again then.
 */
final class ClientCalls implements ClientShelf.Client {
    private final Object lock;
    private final Relay relay;
    private final Responses responses;
    private final Set<String> running = new LinkedHashSet<>();
    private final Map<String, Json> answers = new LinkedHashMap<>();
    private List<Model.ToolOffer> offers = List.of();
    private @Nullable ClientShelf shelf;

    ClientCalls(Object lock, Relay relay, Responses responses) {
        this.lock = lock;
        this.relay = relay;
        this.responses = responses;
    }

    /** The conversation has a shelf for them. */
    void attach(ClientShelf made) {
        synchronized (lock) {
            shelf = made;
            made.declare(offers);
        }
    }

    /** What is declared as before is not read again, because reading the schemas of many tools takes long. */
    void declare(List<Model.ToolOffer> declared) {
        if (declared.equals(offers)) {
            return;
        }
        offers = List.copyOf(declared);
        if (shelf != null) {
            shelf.declare(offers);
        }
    }

    @Override
    public void run(ToolCall call, long deadlineMs) {
        relay.post(() -> {
            running.add(call.callId());
            responses.call(call.callId(), call.tool(), call.arguments().text());
        });
    }

    @Override
    public void stop(String callId) {
        relay.post(() -> {
            running.remove(callId);
            answers.remove(callId);
        });
    }

    /** Whether the turn waits for calls that the client runs. */
    boolean areAwaited() {
        return !running.isEmpty();
    }

    /** The client has done its work. Where no turn waits for a wish of the client the answer is told at once. */
    void answered(@Nullable String callId, String output) throws BadEvent {
        if (callId == null || !running.contains(callId) || answers.containsKey(callId)) {
            throw new BadEvent("unknown_call", "no call '" + callId + "' waits for an answer", "item.call_id");
        }
        answers.put(callId, read(output));
        if (!responses.isBetween()) {
            deliver();
        }
    }

    private static Json read(String output) {
        try {
            return JsonDecoder.decode(output);
        } catch (JsonDecoder.NotJson e) {
            return Json.of(output);
        }
    }

    /** The client wants to go on: what it has answered is told, and a client that has answered nothing could not. */
    void goOn() {
        if (answers.isEmpty()) {
            running.forEach(call -> answers.put(call, Json.Null.NULL));
            answers.forEach((call, _) -> tell(call, false, Json.Null.NULL));
            answers.clear();
        } else {
            deliver();
        }
    }

    private void deliver() {
        answers.forEach((call, content) -> tell(call, true, content));
        answers.clear();
    }

    private void tell(String call, boolean success, Json content) {
        running.remove(call);
        responses.answered(call);
        if (shelf != null) {
            boolean _ = shelf.answered(call, success, content, success ? "" : "the client went on without an answer");
        }
    }
}
