package dev.parley.provider.conformance;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderRequest;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A provider under test, and what the kit needs to exercise it. */
public interface Subject {
    /** The provider, always the same one and in its fresh state at first. */
    Provider provider();

    /** A request that it should serve with some content, taking long enough to be cancelled on the way. */
    ProviderRequest request();

    /** Audio that a call which listens is to be fed; empty for the others. */
    List<AudioFrame> audio();

    /** Lets time pass until this holds or so many milliseconds are over: real ones, or virtual ones for a fake. */
    void waitUntil(BooleanSupplier done, long ms);
}
