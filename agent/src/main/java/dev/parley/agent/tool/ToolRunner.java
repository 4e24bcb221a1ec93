package dev.parley.agent.tool;

import dev.parley.agent.json.Nesting;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs dispatched calls where its host does what blocks, and stops them. */
public final class ToolRunner {
    /** A longer result, written as JSON, is an error of its call. */
    public static final int RESULT_CHARS_MAX = 256 << 10;

    public static final String TOO_LONG = "the result is longer than " + RESULT_CHARS_MAX + " characters";
    private static final int REASON_CHARS_MAX = 1_000;

    /** Every report is recorded: so many of one call, and each so long. Later and longer ones are dropped. */
    public static final int REPORTS_MAX = 200;

    private static final int REPORT_CHARS_MAX = 4_096;

    private final Map<String, Run> runs = new ConcurrentHashMap<>();
    private final CallSandbox sandbox;
    private final Executor work;

    public ToolRunner(CallSandbox sandbox, Executor work) {
        this.sandbox = sandbox;
        this.work = work;
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
        AtomicInteger reports = new AtomicInteger();
        Consumer<Json> bounded = report -> {
            boolean fits = !Nesting.isTooDeep(report) && report.canonical().length() <= REPORT_CHARS_MAX;
            if (fits && reports.incrementAndGet() <= REPORTS_MAX) {
                progress.accept(report);
            }
        };
        ToolContext context = new ToolContext(call, deadlineMs, run.token, bounded, sandbox);
        work.execute(() -> {
            Ended ended = run.begins() ? run(tool, context, run.token) : null;
            run.ends();
            runs.remove(call.callId());
            if (ended != null) {
                end.accept(ended);
            }
        });
    }

    /** A tool that was stopped and threw has said nothing; one that returned all the same is heard and refused. */
    private static @Nullable Ended run(Tool tool, ToolContext context, CancelToken token) {
        try {
            return success(tool.run(context, context.call().arguments()));
        } catch (SandboxViolation violation) {
            return new Ended(Ending.SANDBOX_VIOLATION, Json.Null.NULL, text(violation));
        } catch (ToolFailure failure) {
            return token.isCancelled() ? null : failed(failure);
        } catch (InterruptedException interrupted) {
            return token.isCancelled() ? null : new Ended(Ending.ERROR, Json.Null.NULL, "interrupted");
        } catch (Exception | Error thrown) {
            return token.isCancelled() ? null : new Ended(Ending.ERROR, Json.Null.NULL, text(thrown));
        }
    }

    private static Ended success(@Nullable Json content) {
        if (content == null) {
            return new Ended(Ending.ERROR, Json.Null.NULL, "the tool returned null; nothing is written Json.Null.NULL");
        }
        String unfit = unfit(content);
        return unfit == null ? new Ended(Ending.SUCCESS, content, "") : new Ended(Ending.ERROR, Json.Null.NULL, unfit);
    }

    private static Ended failed(ToolFailure failure) {
        boolean isUnfit = unfit(failure.content()) != null;
        return new Ended(Ending.ERROR, isUnfit ? Json.Null.NULL : failure.content(), text(failure));
    }

    /** Why this result is not recorded, or null if it is. */
    public static @Nullable String unfit(Json content) {
        if (Nesting.isTooDeep(content)) {
            return "the result is nested deeper than " + Nesting.LEVELS_MAX + " levels";
        }
        return content.canonical().length() > RESULT_CHARS_MAX ? TOO_LONG : null;
    }

    private static String text(Throwable thrown) {
        String message = thrown.getMessage();
        return shortened(message == null ? thrown.getClass().getSimpleName() : message);
    }

    /** As much of the reason of a failure as is kept. */
    public static String shortened(String reason) {
        return reason.length() <= REASON_CHARS_MAX ? reason : reason.substring(0, REASON_CHARS_MAX) + "...";
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

    /** One run: reserved, then perhaps on a thread, then perhaps stopped. */
    private static final class Run {
        private final CancelSource token = new CancelSource();
        private @Nullable Thread thread;

        synchronized boolean begins() {
            if (token.isCancelled()) {
                return false;
            }
            thread = Thread.currentThread();
            return true;
        }

        /** Whoever uses the thread after this run is not interrupted for it. */
        synchronized void ends() {
            if (thread != null) {
                thread = null;
                Thread.interrupted();
            }
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
