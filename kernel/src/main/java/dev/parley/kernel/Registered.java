package dev.parley.kernel;

/** A state that the registrar keeps under an id of its own. */
public interface Registered {
    /** The id under which this state is registered; it never changes. */
    String id();
}
