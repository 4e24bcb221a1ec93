package dev.parley.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.SessionHost.Opening;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever is called where conversations run may throw an error: one conversation ends by it at most, and says why. */
@Timeout(120)
class ThrownErrorsTest {
    private static final String QUICK = """
        name: %s
        seed: 1
        settings: {llm_first_ms: 0, llm_total_ms: 1, tts_first_ms: 1}
        agent:
          - {when: "hello", says: "well", audio_ms: 5}
        """;

    @TempDir
    private Path directory = Path.of("");

    private static Error error(String name) {
        return switch (name) {
            case "linkage" -> new NoClassDefFoundError("gone");
            case "memory" -> new OutOfMemoryError("made up");
            case "stack" -> new StackOverflowError();
            default -> new AssertionError(name);
        };
    }

    private static void answers(LiveHost live, String session) throws InterruptedException {
        var closed = live.expect(session, "turn.closed", 1);
        live.type(session, "hello");
        LiveHost.await(closed);
        assertEquals(List.of("completed"), LiveHost.reasons(live.recorded(session), "turn.completed"));
    }

    /** It throws the very same one again while the conversation is being closed. */
    @ParameterizedTest
    @ValueSource(strings = {"linkage", "memory", "stack", "assertion"})
    void whoeverSeesTheRecordEndsOneConversation(String name) throws Exception {
        Error thrown = error(name);
        AtomicBoolean armed = new AtomicBoolean();
        try (LiveHost live = new LiveHost(directory, 1, HostListener.NONE, (session, draft) -> {
            if (armed.get() && session.contains("bad") && isAfterOpening(draft)) {
                throw thrown;
            }
        })) {
            String good = live.open(QUICK.formatted("good"));
            SessionHost.Wanted wanted = LiveHost.wanted(QUICK.formatted("bad"));
            Opening.Opened bad = assertInstanceOf(
                    Opening.Opened.class, live.host.open(wanted).join());
            armed.set(true);
            live.type(wanted.session(), "hello");
            Ending ending = bad.over().get(60, TimeUnit.SECONDS);
            assertEquals(SessionHost.FAULT, ending.reason());
            assertSame(thrown, ending.fault());
            answers(live, good);
        }
    }

    private static boolean isAfterOpening(RuneDraft draft) {
        return !draft.kind().equals("session.created");
    }

    @Test
    void aListenerOfTheHostEndsNone() throws Exception {
        HostListener broken = new HostListener() {
            @Override
            public void opened(String session) {
                throw new NoClassDefFoundError("opened");
            }

            @Override
            public void refused(String session, String rule) {
                throw new NoClassDefFoundError("refused");
            }

            @Override
            public void waits(String session) {
                throw new NoClassDefFoundError("waits");
            }

            @Override
            public void dropped(String session, Lane lane, long count) {
                throw new NoClassDefFoundError("dropped");
            }

            @Override
            public void over(String session, Ending ending) {
                throw new NoClassDefFoundError("over");
            }
        };
        try (LiveHost live = new LiveHost(directory, 1, broken, (session, draft) -> {})) {
            String session = live.open(QUICK.formatted("watched"));
            assertInstanceOf(
                    Opening.Refused.class,
                    live.host.open(LiveHost.wanted(QUICK.formatted("watched"))).join());
            answers(live, session);
            assertEquals(
                    "done",
                    live.host.end(session, "done").get(60, TimeUnit.SECONDS).reason());
        }
    }
}
