package dev.parley.agent.tool;

/** Which agent asked, in which turn. */
public record CallOrigin(String agent, long turn) {
    public static final CallOrigin NONE = new CallOrigin("", 0);
}
