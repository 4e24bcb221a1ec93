package dev.parley.provider;

/** A running call, as its owner holds it. None of these wait. */
public interface ProviderCall {
    ProviderInvocation invocation();

    /** Hands the next audio to a call that listens. Answers false when the call cannot take it now. */
    boolean feed(AudioFrame frame);

    /** Says that no more audio comes, so that a call that listens can finish. */
    void finishInput();

    /** Stops the call. Idempotent; its end follows as an event within the cancel time the provider declares. */
    void cancel();
}
