package dev.parley.pipeline.external;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.spec.ExternalSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The near side of a node in another process: text goes out, text comes back. The process is started when it is first
 * needed. One that dies, breaks the protocol or does not answer in its time is ended, and everything that is out fails; it
 * is started again for the next text, a few times and no more. Any thread may ask; answers come from a thread of the link.
 */
public final class ExternalProcess {
    private static final int FAILURES_MAX = 3;
    /** More than a model may write, and more than anyone would hear to its end. */
    private static final int TEXT_CHARS_MAX = 128 << 10;

    private static final int REASON_CHARS_MAX = 200;
    private static final long NANOS_PER_MS = 1_000_000;

    private final String node;
    private final ExternalSpec spec;
    private final TimeSource time;
    private @Nullable Running running;
    private int failures;
    private boolean over;
    private long lastId;

    /** Who waits for an answer; told exactly one of these, once. */
    public interface Answer {
        void rewritten(String text);

        void failed(String reason);
    }

    /** A text that is out, what has come back of it, and since when it is out. */
    private record Out(Answer answer, StringBuilder text, long sentNanos) {}

    /** One life of the process. */
    private static final class Running {
        private final Tether tether = new Tether();
        private final Map<Long, Out> out = new LinkedHashMap<>();
        private final List<String> waiting = new ArrayList<>(0);
        private boolean ready;
    }

    public ExternalProcess(String node, ExternalSpec spec, TimeSource time) {
        this.node = node;
        this.spec = spec;
        this.time = time;
    }

    /** Sends a text; the number by which it can be given up. */
    public long ask(String text, Answer answer) {
        long id;
        String refusal;
        synchronized (this) {
            id = ++lastId;
            refusal = refusal();
            if (refusal == null) {
                Running present = running == null ? start() : running;
                present.out.put(id, new Out(answer, new StringBuilder(), time.monotonicNanos()));
                send(present, ExternalEncoder.text(id, spec.accepts().getFirst(), text));
            }
        }
        if (refusal != null) {
            answer.failed(refusal);
        }
        return id;
    }

    private @Nullable String refusal() {
        if (over) {
            return "the conversation is over";
        }
        if (running == null && failures >= FAILURES_MAX) {
            return "the process has failed " + failures + " times and is not started again";
        }
        return running != null && running.out.size() >= spec.inFlightMax() ? "the process has too much to do" : null;
    }

    private Running start() {
        Running begun = new Running();
        running = begun;
        Thread.ofVirtual().name("external-start").start(() -> open(begun));
        return begun;
    }

    private void open(Running begun) {
        try {
            begun.tether.attach(Links.open(spec, new Link.Listener() {
                @Override
                public void onLine(String line) {
                    LineDecoder.decode(line)
                            .ifPresentOrElse(
                                    message -> heard(begun, message),
                                    () -> fail(begun, "sent something that is no JSON object"));
                }

                @Override
                public void onClosed(String reason) {
                    fail(begun, reason);
                }
            }));
            begun.tether.send(ExternalEncoder.hello(node, 0));
        } catch (IOException e) {
            fail(begun, "could not be started: " + e.getMessage());
        }
    }

    private void send(Running to, String line) {
        if (!to.ready) {
            to.waiting.add(line);
        } else if (!to.tether.send(line)) {
            Thread.ofVirtual().start(() -> fail(to, "does not read what it is sent"));
        }
    }

    private void heard(Running from, Json.Obj message) {
        String op = String.valueOf(message.text("op"));
        switch (op) {
            case "ready" -> ready(from);
            case "emit" -> emitted(from, message);
            case "done" -> done(from, message);
            case "measure" -> {
                // What a process measures of itself is nobody's here.
            }
            case "error" -> fail(from, "reported: " + shown(String.valueOf(message.text("reason"))));
            default -> fail(from, "sent the unknown operation '" + shown(op) + "'");
        }
    }

    /** What a process says about itself is recorded and printed: one short line without control characters. */
    private static String shown(String text) {
        String line = text.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]+", " ");
        return line.length() <= REASON_CHARS_MAX ? line : line.substring(0, REASON_CHARS_MAX) + "...";
    }

    private synchronized void ready(Running from) {
        from.ready = true;
        List<String> kept = List.copyOf(from.waiting);
        from.waiting.clear();
        kept.forEach(line -> send(from, line));
    }

    private void emitted(Running from, Json.Obj message) {
        boolean declared = spec.emits().contains(String.valueOf(message.text("type")));
        boolean taken;
        boolean isTooLong = false;
        synchronized (this) {
            Out source = from.out.get(id(message));
            taken = source != null && declared;
            if (source != null && taken) {
                source.text().append(String.valueOf(message.text("text")));
                isTooLong = source.text().length() > TEXT_CHARS_MAX;
            }
        }
        if (isTooLong) {
            fail(from, "emitted more than " + TEXT_CHARS_MAX + " characters for one text");
        }
        if (!taken && !(declared && isLate(message))) {
            fail(from, "emitted something that it was not asked for or did not declare");
        }
    }

    private void done(Running from, Json.Obj message) {
        Out answered;
        synchronized (this) {
            answered = from.out.remove(id(message));
        }
        if (answered != null) {
            answered.answer().rewritten(answered.text().toString());
        } else if (!isLate(message)) {
            fail(from, "answered an event that was not out");
        }
    }

    /** What was given up may still be answered; nobody hears it. */
    private synchronized boolean isLate(Json.Obj message) {
        return id(message) > 0 && id(message) <= lastId;
    }

    /** Nobody waits for this text any more. The process is told; one that has kept it for too long is ended. */
    public void giveUp(long id) {
        Running late = null;
        synchronized (this) {
            Running present = running;
            Out open = present == null ? null : present.out.remove(id);
            long limitMs = present != null && present.ready ? spec.timeoutMs() : spec.startMs();
            if (open != null && time.monotonicNanos() - open.sentNanos() >= limitMs * NANOS_PER_MS) {
                late = present;
            } else if (open != null && present != null) {
                send(present, ExternalEncoder.cancel(id));
            }
        }
        if (late != null) {
            fail(late, "did not answer in time");
        }
    }

    private void fail(Running failed, String reason) {
        List<Out> lost;
        synchronized (this) {
            if (running != failed) {
                return;
            }
            running = null;
            failures++;
            lost = List.copyOf(failed.out.values());
            failed.out.clear();
        }
        failed.tether.end();
        lost.forEach(each -> each.answer().failed("the process of the node " + reason));
    }

    /** Ends the process; for the conversation, when it is over. */
    public void end() {
        Running last;
        synchronized (this) {
            over = true;
            last = running;
        }
        if (last != null) {
            fail(last, "is no longer needed");
        }
    }

    private static long id(Json.Obj message) {
        return message.get("id") instanceof Json.Num number ? number.value().longValue() : -1;
    }
}
