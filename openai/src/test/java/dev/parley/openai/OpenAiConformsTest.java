package dev.parley.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.Model;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.conformance.Check;
import dev.parley.provider.conformance.ConformanceKit;
import dev.parley.provider.conformance.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * The model over a real connection passes the provider kit. That it waits for credit is the provider's, and shown on
 * virtual time, because on real threads nobody knows how long to wait for what must not happen.
 */
@Timeout(120)
class OpenAiConformsTest {
    private static final long NOTHING_HAPPENS_MS = 20;
    private static final long IT_MUST_HAPPEN_MS = 60_000;

    @TestFactory
    Stream<DynamicTest> everyCheckHolds() {
        return Stream.of(Check.values())
                .filter(check -> check != Check.STAYS_WITHIN_ITS_CREDIT)
                .map(check -> DynamicTest.dynamicTest(check.sentence(), () -> {
                    try (Served served = new Served()) {
                        assertEquals(Optional.empty(), new ConformanceKit(() -> served).check(check));
                    }
                }));
    }

    /** The server goes on once somebody waits for it, so that a cancel always comes first. */
    private static final class Served implements Subject, AutoCloseable {
        private final CountDownLatch awaited = new CountDownLatch(1);
        private final StubServer server = server();
        private final Provider provider = new ModelProvider(
                new ProviderProfile(
                        "openai",
                        Modality.LLM,
                        true,
                        false,
                        NOTHING_HAPPENS_MS,
                        new ProviderProfile.Timeouts(IT_MUST_HAPPEN_MS, IT_MUST_HAPPEN_MS),
                        ProviderProfile.Limits.NONE),
                OpenAiModel.at(server.url(), "m", ""),
                Thread::startVirtualThread);

        private StubServer server() {
            try {
                StubServer made = new StubServer();
                for (int call = 0; call < 4; call++) {
                    made.then(line -> {
                        line.streams();
                        awaitQuietly();
                        line.says("It is ")
                                .says("fine.")
                                .finishes("stop")
                                .used(3, 4)
                                .done();
                    });
                }
                return made;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void awaitQuietly() {
            try {
                awaited.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Provider provider() {
            return provider;
        }

        @Override
        public ProviderRequest request() {
            return new ProviderRequest.Generate(
                    new Model.Prompt(List.of(new Model.Message.UserSaid("ana", "hello")), List.of(), 100),
                    "",
                    List.of(),
                    1);
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

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
