package dev.parley.kernel.tool;

import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of one conversation, as a driver sees them: it asks the tool room under the registrar, and finds the calls that
 * are still open. It belongs to one loop. A verdict's effects are the driver's to carry out, after the record.
 */
public final class ToolCalls {
    private static final ToolState ABSENT = new ToolState.Absent();

    private final Registrar<ToolCase, ToolEvent> registrar;
    private final Map<String, ToolState> open = new LinkedHashMap<>();

    public ToolCalls(ToolRoom room, AttestationSink sink) {
        this(Registrar.inConversation(room, sink));
    }

    public ToolCalls(Registrar<ToolCase, ToolEvent> registrar) {
        this.registrar = registrar;
    }

    /** For whoever folds a record into it; what was folded is told by {@link #follow}. */
    public Registrar<ToolCase, ToolEvent> registrar() {
        return registrar;
    }

    public Verdict<ToolCase> request(Request request) {
        Verdict<ToolCase> verdict = registrar.request(request);
        follow(verdict);
        return verdict;
    }

    /** Takes note of a verdict that the registrar reached. */
    public void follow(Verdict<ToolCase> verdict) {
        if (verdict.isAllowed() && verdict.state() instanceof ToolCase.Call call) {
            if (call.state().open()) {
                open.put(call.id(), call.state());
            } else {
                open.remove(call.id());
            }
        }
    }

    public ToolState state(String callId) {
        return registrar.view().state(callId) instanceof ToolCase.Call call ? call.state() : ABSENT;
    }

    /** The turn whose model made the call, or 0. */
    public long turn(String callId) {
        return registrar.view().state(callId) instanceof ToolCase.Call call ? call.turn() : 0;
    }

    /**
     * Lets go of a settled call whose id will not come again, so that a long conversation does not keep every call. That its
     * turn has seen something from outside is kept.
     */
    public void forget(String callId) {
        if (state(callId).open()) {
            throw new IllegalStateException("The call " + callId + " has no result yet.");
        }
        registrar.retire(callId);
    }

    /** Calls that have no result, in the order in which they were proposed. */
    public List<ToolState> open() {
        return List.copyOf(open.values());
    }

    public int openCount() {
        return open.size();
    }
}
