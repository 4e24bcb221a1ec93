package dev.parley.pipeline.yaml;

/** Texts for people that quote what somebody wrote: whatever that was, it stays in its line. */
public final class OneLine {
    private OneLine() {}

    /** The same text, with a blank for everything that would end the line or act on a terminal. */
    public static String of(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
