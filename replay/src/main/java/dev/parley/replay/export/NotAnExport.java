package dev.parley.replay.export;

/** The file is no export of one conversation. The sentence names the reason; the caller adds file and line. */
public final class NotAnExport extends Exception {
    public NotAnExport(String reason) {
        super(reason);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
