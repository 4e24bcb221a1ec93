package dev.parley.provider;

/** A running call, as its owner holds it. None of these wait. */
public interface ProviderCall {
    ProviderInvocation invocation();

    /**
     * Hands the next audio to a call that listens. Returns false when the call cannot take it now. The frame is lent until
     * this returns.
     */
    boolean feed(AudioFrame frame);

    /** Says that no more audio comes, so that a call that listens can finish. */
    void finishInput();

    /**
     * Lets the call give this much more: milliseconds of audio, or characters of text. A call begins without credit. It
     * begins a piece only while some is left, so that it overdraws by one piece at most; what costs nothing never waits.
     * A call that is out of credit stays open and owes nothing.
     */
    void grant(long credit);

    /** Stops the call. Idempotent; its end follows as an event within the cancel time the provider declares. */
    void cancel();
}
