package dev.parley.pipeline.loop;

/** What the carriers answer when a conversation wants to begin. */
public sealed interface Admission {
    /** It may take a seat. */
    record Admitted() implements Admission {}

    /** Everyone who is here would be served worse. */
    record Refused(String rule, String reason) implements Admission {}
}
