package dev.parley.speech.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.conformance.Check;
import dev.parley.provider.conformance.ConformanceKit;
import dev.parley.provider.conformance.Subject;
import dev.parley.speech.Sound;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Voices and ears over a real connection pass the provider kit. That a voice waits for credit is shown beside it, because on real
 * threads nobody knows how long to wait for what must not happen.
 */
@Timeout(120)
class RemoteConformsTest {
    @TestFactory
    Stream<DynamicTest> everyCheckHolds() {
        return Stream.of(
                        subject(Stubs::voice, Stubs.SPEAK, line -> line.answer("200 OK", Stubs.tone(line.request()))),
                        subject(
                                Stubs::ear,
                                Stubs.LISTEN,
                                line -> line.answer(
                                        "200 OK", "{\"text\":\"Stop it.\"}".getBytes(StandardCharsets.UTF_8))),
                        subject(Stubs::streaming, Stubs.LISTEN, line -> {
                            line.upgrade().text(Stubs.result(false, "turn"));
                            line.soundUntilText();
                            line.text(Stubs.result(true, "turn on")).goodbye(1_000);
                        }),
                        subject(
                                server -> Stubs.stopsBeside(Stubs.ear(server)),
                                Stubs.LISTEN,
                                line -> line.answer(
                                        "200 OK", "{\"text\":\"Stop it.\"}".getBytes(StandardCharsets.UTF_8))))
                .flatMap(each -> Stream.of(Check.values())
                        .filter(check -> check != Check.STAYS_WITHIN_ITS_CREDIT)
                        .map(check -> DynamicTest.dynamicTest(each.name + ": " + check.sentence(), () -> {
                            try (Served served = each.maker.get()) {
                                assertEquals(Optional.empty(), new ConformanceKit(() -> served).check(check));
                            }
                        })));
    }

    private interface Maker {
        Served get() throws IOException;
    }

    private record Made(String name, Maker maker) {}

    private static Made subject(
            Function<StubServer, ? extends Provider> provider, ProviderRequest request, StubServer.Play play) {
        return new Made(
                request.modality() + " " + request.getClass().getSimpleName(),
                () -> new Served(provider, request, play));
    }

    /** The server answers once somebody waits for it, so that a cancel always comes first. */
    private static final class Served implements Subject, Closeable {
        private final CountDownLatch awaited = new CountDownLatch(1);
        private final StubServer server;
        private final Provider provider;
        private final ProviderRequest request;

        Served(Function<StubServer, ? extends Provider> provider, ProviderRequest request, StubServer.Play play)
                throws IOException {
            this.server = new StubServer(line -> {
                try {
                    awaited.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                play.answer(line);
            });
            this.provider = provider.apply(server);
            this.request = request;
        }

        @Override
        public Provider provider() {
            return provider;
        }

        @Override
        public ProviderRequest request() {
            return request;
        }

        @Override
        public List<AudioFrame> audio() {
            return provider.profile().modality().listens() ? Sound.of("stop") : List.of();
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
