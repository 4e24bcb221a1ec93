package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs dispatched calls, each on a virtual thread of its own, and stops them. */
public final class ToolRunner {
    private final Map<String, Run> runs = new ConcurrentHashMap<>();
    private final CallSandbox sandbox;

    public ToolRunner(CallSandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** What a tool came back with. */
    public record Ended(Ending ending, Json content, String reason) {}

    /** Reserves the run, so that a stop that comes before the start is not lost. */
    public void reserve(String callId) {
        runs.put(callId, new Run());
    }

    public void start(ToolCall call, Tool tool, long deadlineMs, Consumer<Json> progress, Consumer<Ended> end) {
        Run run = runs.get(call.callId());
        if (run == null) {
            return;
        }
        ToolContext context = new ToolContext(call, deadlineMs, run.token, progress, sandbox);
        Thread thread = Thread.ofVirtual().name("tool-" + call.callId()).unstarted(() -> {
            try {
                Ended ended = run(tool, context, run.token);
                if (ended != null) {
                    end.accept(ended);
                }
            } finally {
                runs.remove(call.callId());
            }
        });
        if (run.started(thread)) {
            thread.start();
        } else {
            runs.remove(call.callId());
        }
    }

    /** A tool that was stopped and threw has said nothing; one that returned all the same is heard and refused. */
    private static @Nullable Ended run(Tool tool, ToolContext context, CancelToken token) {
        try {
            return new Ended(Ending.SUCCESS, tool.run(context, context.call().arguments()), "");
        } catch (SandboxViolation violation) {
            return new Ended(Ending.SANDBOX_VIOLATION, Json.Null.NULL, text(violation));
        } catch (ToolFailure failure) {
            return token.isCancelled() ? null : new Ended(Ending.ERROR, failure.content(), text(failure));
        } catch (InterruptedException interrupted) {
            return token.isCancelled() ? null : new Ended(Ending.ERROR, Json.Null.NULL, "interrupted");
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError thrown) {
            return token.isCancelled() ? null : new Ended(Ending.ERROR, Json.Null.NULL, text(thrown));
        }
    }

    private static String text(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    public void stop(String callId) {
        Run run = runs.get(callId);
        if (run != null && run.stop()) {
            runs.remove(callId);
        }
    }

    public int running() {
        return runs.size();
    }

    /** One run: reserved, then perhaps a thread, then perhaps stopped. */
    private static final class Run {
        private final CancelSource token = new CancelSource();
        private @Nullable Thread thread;

        synchronized boolean started(Thread started) {
            if (token.isCancelled()) {
                return false;
            }
            thread = started;
            return true;
        }

        /** Whether nothing was started, so that nobody else will tidy up. */
        boolean stop() {
            token.cancel();
            synchronized (this) {
                if (thread == null) {
                    return true;
                }
                thread.interrupt();
                return false;
            }
        }
    }
}
