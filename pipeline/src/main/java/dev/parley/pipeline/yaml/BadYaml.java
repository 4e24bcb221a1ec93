package dev.parley.pipeline.yaml;

/** One mistake in a document: the file, the line, the path to the value, and what is wrong with it. */
public final class BadYaml extends RuntimeException {
    private final String file;
    private final int line;
    private final String path;
    private final String reason;

    public BadYaml(String file, int line, String path, String reason) {
        super(OneLine.of(file + ":" + line + ": " + path + ": " + reason));
        this.file = file;
        this.line = line;
        this.path = OneLine.of(path);
        this.reason = OneLine.of(reason);
    }

    public String file() {
        return file;
    }

    /** Counted from 1. */
    public int line() {
        return line;
    }

    /** For example {@code edges[2].buffer.max_items}; {@code $} for the document itself. */
    public String path() {
        return path;
    }

    public String reason() {
        return reason;
    }
}
