package dev.parley.app.command;

import dev.parley.app.config.LogSpec;
import dev.parley.kernel.json.Json;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The log of a server: one line for each thing that whoever runs it wants to know, on standard error. */
final class ServerLog extends Handler {
    private static final String REQUESTS = "dev.parley.requests";
    private static final List<String> OF_REQUEST = List.of("method", "path", "status", "ms", "key");
    /** Kept here, because nobody else keeps a logger from being forgotten with its level. */
    private static final List<Logger> KEPT =
            List.of(Logger.getLogger("io.helidon"), Logger.getLogger(REQUESTS), Logger.getLogger(""));

    private final PrintStream to;

    private ServerLog(PrintStream to, Formatter formatter) {
        this.to = to;
        setFormatter(formatter);
        setLevel(Level.ALL);
    }

    /** From now on everything is logged as this says. */
    static void use(LogSpec spec, PrintStream to) {
        Logger root = KEPT.getLast();
        for (Handler before : root.getHandlers()) {
            root.removeHandler(before);
        }
        root.addHandler(new ServerLog(to, spec.format() == LogSpec.Format.JSON ? new Lines() : new Sentences()));
        KEPT.getFirst().setLevel(Level.WARNING);
        KEPT.get(1).setLevel(spec.requests() ? Level.ALL : Level.OFF);
    }

    @Override
    public void publish(LogRecord record) {
        if (isLoggable(record)) {
            to.print(getFormatter().format(record));
        }
    }

    @Override
    public void flush() {
        to.flush();
    }

    @Override
    public void close() {
        flush();
    }

    /** For people. */
    private static final class Sentences extends Formatter {
        @Override
        public String format(LogRecord record) {
            return "parley: " + level(record) + ": " + oneLine(formatMessage(record)) + thrown(record) + "\n";
        }
    }

    /** For programs: a JSON object each. */
    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord record) {
            Json.Obj line = Json.Obj.EMPTY
                    .with("at", Instant.ofEpochMilli(record.getMillis()).toString())
                    .with("level", level(record))
                    .with("logger", String.valueOf(record.getLoggerName()));
            Object[] told = record.getParameters();
            if (REQUESTS.equals(record.getLoggerName()) && told != null && told.length == OF_REQUEST.size()) {
                for (int i = 0; i < told.length; i++) {
                    line = line.with(OF_REQUEST.get(i), String.valueOf(told[i]));
                }
                return line.text() + "\n";
            }
            return line.with("message", oneLine(formatMessage(record)) + thrown(record))
                            .text() + "\n";
        }
    }

    private static String level(LogRecord record) {
        return record.getLevel().intValue() >= Level.SEVERE.intValue()
                ? "error"
                : record.getLevel().intValue() >= Level.WARNING.intValue()
                        ? "warning"
                        : record.getLevel().getName().toLowerCase(Locale.ROOT);
    }

    private static String thrown(LogRecord record) {
        Throwable thrown = record.getThrown();
        return thrown == null ? "" : " (" + oneLine(thrown.toString()) + ")";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }
}
