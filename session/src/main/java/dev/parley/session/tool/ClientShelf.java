package dev.parley.session.tool;

import dev.parley.agent.tool.ArgumentsSchema;
import dev.parley.agent.tool.SaidName;
import dev.parley.agent.tool.ToolRunner;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.event.EventDoor;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.event.SessionEvent.ToolStatus;
import dev.parley.session.port.ToolShelf;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Tools whose work a client does: a dispatched call goes out to it, and its result comes back by {@link #answered}, from any
 * thread. The client declares them, the configuration says on which terms they run, and what it answers is data like the
 * answer of any other tool.
 */
public final class ClientShelf implements ToolShelf {
    private final Ruling ruling;
    private final ToolTerms terms;
    private final Client client;
    private final EventDoor door;
    private final ArgumentsCheck arguments;
    private final Map<String, Declared> tools = new ConcurrentHashMap<>();
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    private record Declared(Model.ToolOffer offer, ArgumentsSchema schema) {}

    /** Where calls go. Called on the loop's thread; neither method may block. */
    public interface Client {
        void run(ToolCall call, long deadlineMs);

        void stop(String callId);
    }

    /** @param work where arguments are checked that take long to check */
    public ClientShelf(Ruling ruling, ToolTerms terms, Client client, EventDoor door, Executor work) {
        this.ruling = ruling;
        this.terms = terms;
        this.client = client;
        this.door = door;
        this.arguments = new ArgumentsCheck(door, work);
    }

    /** The client's tools from now on, in place of those before. Of two that are said alike in a question the first counts. */
    public void declare(List<Model.ToolOffer> offers) {
        tools.clear();
        Set<String> said = new HashSet<>();
        offers.stream()
                .filter(offer -> said.add(SaidName.of(offer.name())))
                .forEach(
                        offer -> tools.put(offer.name(), new Declared(offer, ArgumentsSchema.of(offer.inputSchema()))));
    }

    /** The client has done the work of a call, or could not; false if no such call is with it, or nobody takes its result in. */
    public boolean answered(String callId, boolean success, Json content, String reason) {
        return running.remove(callId) && door.offer(finished(callId, success, content, reason));
    }

    /** What a client answers is bounded as what any other tool answers. */
    private static ToolFinished finished(String callId, boolean success, Json content, String reason) {
        String unfit = ToolRunner.unfit(content);
        if (unfit != null) {
            return new ToolFinished(callId, ToolStatus.ERROR, Json.Null.NULL, unfit);
        }
        if (content.canonical().length() + reason.length() > ToolRunner.RESULT_CHARS_MAX) {
            return new ToolFinished(callId, ToolStatus.ERROR, Json.Null.NULL, ToolRunner.TOO_LONG);
        }
        return new ToolFinished(
                callId, success ? ToolStatus.SUCCESS : ToolStatus.ERROR, content, ToolRunner.shortened(reason));
    }

    @Override
    public @Nullable Listing listing(String tool) {
        return tools.containsKey(tool) ? new Listing(ruling, terms, true, Sensitivity.PERSONAL, "", false) : null;
    }

    @Override
    public List<Model.ToolOffer> offers() {
        return tools.values().stream().map(Declared::offer).toList();
    }

    @Override
    public @Nullable String mismatch(String tool, Json.Obj args) {
        Declared declared = tools.get(tool);
        return declared == null ? "there is no such tool" : declared.schema().mismatch(args);
    }

    @Override
    public Fit fits(ToolCall call) {
        Declared declared = tools.get(call.tool());
        return declared == null ? Fit.of("there is no such tool") : arguments.of(call, declared.schema());
    }

    @Override
    public void start(ToolCall call, long deadlineMs) {
        running.add(call.callId());
        client.run(call, deadlineMs);
    }

    /** A client that stops says nothing more; the driver gives the call up by its own deadline. */
    @Override
    public void cancel(String callId) {
        if (running.remove(callId)) {
            client.stop(callId);
        }
    }
}
