package dev.parley.session.tool;

import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRunner;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.event.ToolEvents.WorkspaceCheckpointed;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.session.event.EventDoor;
import dev.parley.session.event.SessionEvent.Kept;
import dev.parley.session.event.SessionEvent.ToolChecked;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.event.SessionEvent.ToolProgressed;
import dev.parley.session.event.SessionEvent.ToolStatus;
import dev.parley.session.port.ToolShelf;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The tools that run in this process, in the sandbox or behind an MCP server. Each call runs where its
 * host does what blocks; what comes of it goes through the door, as an event.
 */
public final class ProcessTools implements ToolShelf {
    private final ToolCatalogue catalogue;
    private final ToolPolicy policy;
    private final CallSandbox sandbox;
    private final EventDoor door;
    private final ToolRunner runner;
    private final Executor work;
    private final ArgumentsCheck arguments;
    private final Object keeping = new Object();
    private long keptTurn = -1;

    /** @param work where calls are judged and run: each beside the others, or on virtual time each in its moment */
    public ProcessTools(
            ToolCatalogue catalogue, ToolPolicy policy, CallSandbox sandbox, EventDoor door, Executor work) {
        this.catalogue = catalogue;
        this.policy = policy;
        this.sandbox = sandbox;
        this.runner = new ToolRunner(sandbox, work);
        this.work = work;
        this.door = door;
        this.arguments = new ArgumentsCheck(door, work);
    }

    @Override
    public @Nullable Listing listing(String tool) {
        ToolCatalogue.Entry entry = catalogue.find(tool);
        if (entry == null) {
            return null;
        }
        ToolSpec spec = entry.tool().spec();
        ToolPolicy.Answer answer = policy.judge(spec);
        boolean declared = policy.rules().containsKey(tool);
        return new Listing(
                answer.ruling(),
                answer.terms(),
                declared,
                spec.answers(),
                spec.phrase(),
                spec.sendsOut() || !entry.tool().source().isEmpty());
    }

    @Override
    public List<Model.ToolOffer> offers() {
        return catalogue.specs().stream()
                .filter(spec -> policy.judge(spec).ruling() != Ruling.DENY)
                .map(spec -> new Model.ToolOffer(spec.name(), spec.description(), spec.inputSchema()))
                .toList();
    }

    @Override
    public List<String> sources() {
        return catalogue.sources();
    }

    @Override
    public @Nullable String mismatch(String tool, Json.Obj args) {
        ToolCatalogue.Entry entry = catalogue.find(tool);
        return entry == null ? "there is no such tool" : entry.schema().mismatch(args);
    }

    @Override
    public Fit fits(ToolCall call) {
        ToolCatalogue.Entry entry = catalogue.find(call.tool());
        return entry == null ? Fit.of("there is no such tool") : arguments.of(call, entry.schema());
    }

    /** A call that names paths or addresses, or before which something is kept, has to be looked at where it may block. */
    @Override
    public boolean checksOutside(String tool) {
        ToolCatalogue.Entry entry = catalogue.find(tool);
        return entry != null && checksOutside(entry.tool().spec());
    }

    private boolean checksOutside(ToolSpec spec) {
        return !spec.pathArguments().isEmpty() || !spec.addressArguments().isEmpty() || sandbox.keeps(spec);
    }

    @Override
    public @Nullable String check(ToolCall call, long turn) {
        ToolCatalogue.Entry entry = catalogue.find(call.tool());
        if (entry == null) {
            return "there is no such tool";
        }
        ToolSpec spec = entry.tool().spec();
        if (!checksOutside(spec)) {
            return judged(spec, call);
        }
        boolean keeps = sandbox.keeps(spec);
        work.execute(() -> {
            String violation = judged(spec, call);
            Kept kept = keeps && violation.isEmpty() ? kept(call, turn) : Kept.NOTHING;
            door.offer(new ToolChecked(call.callId(), violation, kept));
        });
        return null;
    }

    /** Once for each turn; a call that comes meanwhile waits for it. */
    private Kept kept(ToolCall call, long turn) {
        synchronized (keeping) {
            if (turn == keptTurn) {
                return Kept.NOTHING;
            }
            try {
                WorkspaceCheckpointed what = sandbox.keep(call);
                keptTurn = turn;
                return new Kept(what, "");
            } catch (IOException | RuntimeException | Error e) {
                return new Kept(null, "what it would change cannot be kept: " + e.getMessage());
            }
        }
    }

    /** What cannot be judged is not admitted. */
    private String judged(ToolSpec spec, ToolCall call) {
        try {
            String violation = sandbox.violation(spec, call.arguments());
            return violation == null ? "" : violation;
        } catch (RuntimeException | Error e) {
            return "the call cannot be judged: " + e.getClass().getSimpleName();
        }
    }

    @Override
    public void start(ToolCall call, long deadlineMs) {
        ToolCatalogue.Entry entry = catalogue.find(call.tool());
        if (entry == null) {
            throw new IllegalStateException("No tool is called " + call.tool() + ".");
        }
        String id = call.callId();
        runner.reserve(id);
        runner.start(
                call,
                entry.tool(),
                deadlineMs,
                progress -> door.offer(new ToolProgressed(id, progress)),
                ended -> door.offer(new ToolFinished(id, status(ended), ended.content(), ended.reason())));
    }

    private static ToolStatus status(ToolRunner.Ended ended) {
        return switch (ended.ending()) {
            case SUCCESS -> ToolStatus.SUCCESS;
            case ERROR -> ToolStatus.ERROR;
            case SANDBOX_VIOLATION -> ToolStatus.SANDBOX_VIOLATION;
        };
    }

    /** A tool that was stopped and throws says nothing more; the driver gives it up by its own deadline. */
    @Override
    public void cancel(String callId) {
        runner.stop(callId);
    }

    /** How many calls have not come back. */
    public int running() {
        return runner.running();
    }
}
