package dev.parley.provider.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.Model;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The adapter of blocking models passes the kit on real threads. That it waits for credit is shown elsewhere, because on
 * real threads nobody knows how long to wait for what must not happen.
 */
class ModelConformsTest {
    private static final long NOTHING_HAPPENS_MS = 20;
    private static final long IT_MUST_HAPPEN_MS = 60_000;

    @TestFactory
    Stream<DynamicTest> everyCheckHolds() {
        return Stream.of(Check.values())
                .filter(check -> check != Check.STAYS_WITHIN_ITS_CREDIT)
                .map(check -> DynamicTest.dynamicTest(
                        check.sentence(),
                        () -> assertEquals(Optional.empty(), new ConformanceKit(BlockingModel::new).check(check))));
    }

    /** A model that thinks until somebody waits for it, so that a cancel always comes first. */
    private static final class BlockingModel implements Subject {
        private final CountDownLatch awaited = new CountDownLatch(1);
        private final Provider provider = new ModelProvider(
                new ProviderProfile(
                        "model",
                        Modality.LLM,
                        false,
                        false,
                        NOTHING_HAPPENS_MS,
                        new ProviderProfile.Timeouts(IT_MUST_HAPPEN_MS, IT_MUST_HAPPEN_MS),
                        ProviderProfile.Limits.NONE),
                (prompt, cancel) -> {
                    try {
                        awaited.await();
                    } catch (InterruptedException e) {
                        throw new Model.ModelFailure("interrupted", false);
                    }
                    return Model.Reply.says("fine");
                },
                Thread::startVirtualThread);

        @Override
        public Provider provider() {
            return provider;
        }

        @Override
        public ProviderRequest request() {
            return new ProviderRequest.Generate(new Model.Prompt(List.of(), List.of(), 100), "", List.of(), 1);
        }

        @Override
        public List<AudioFrame> audio() {
            return List.of();
        }

        @Override
        public void waitUntil(BooleanSupplier done, long ms) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
            while (!done.getAsBoolean() && System.nanoTime() < end) {
                awaited.countDown();
                Thread.onSpinWait();
            }
        }
    }
}
