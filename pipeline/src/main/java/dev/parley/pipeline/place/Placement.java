package dev.parley.pipeline.place;

/** What the control plane answers when a runtime asks for a session. */
public sealed interface Placement {
    /** The runtime may run it. */
    record Admitted(PlacementLease lease) implements Placement {}

    /** Not here: another runtime holds it, or this one is full. */
    record Rejected(String rule, String reason) implements Placement {}

    /** Not now: the session is on its way from one runtime to another. */
    record Deferred(String reason) implements Placement {}
}
