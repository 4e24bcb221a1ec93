package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Registrars;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Random requests over several streams, sessions and people keep what must always hold. */
class StreamPropertiesTest {
    private static final List<String> STREAMS = List.of("s1", "s2", "s3");
    private static final List<String> SESSIONS = List.of("v1", "v2");

    private static final List<String> ACTORS =
            List.of("agent_a", "agent_b", "user", "user_ann", "user_bob", "plugin_eq", "system", "operator");
    private static final List<List<Object>> ACTIONS = actions();
    private static final int LONGEST = 120;

    /** The number of the repetition is the seed. */
    private static RandomSource random(RepetitionInfo tries) {
        return RandomSource.seeded(tries.getCurrentRepetition());
    }

    private static <T> T any(RandomSource random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static List<Request> history(RandomSource random) {
        return IntStream.rangeClosed(0, random.nextInt(LONGEST))
                .mapToObj(_ -> request(random))
                .toList();
    }

    private static Request request(RandomSource random) {
        String actor = any(random, ACTORS);
        return switch (random.nextInt(14)) {
            case 0 -> create(random, actor);
            case 1 ->
                StreamFixture.request(
                        actor, any(random, SESSIONS), any(random, List.of("SESSION_END", "RESUME", "RESUME")));
            default -> {
                List<Object> action = any(random, ACTIONS);
                yield StreamFixture.request(actor, any(random, STREAMS), (String) action.get(0), parameters(action));
            }
        };
    }

    private static Request create(RandomSource random, String actor) {
        String stream = any(random, STREAMS);
        Request request = StreamFixture.request(
                actor,
                stream,
                "CREATE",
                "session",
                any(random, SESSIONS),
                "priority",
                1 + random.nextInt(10),
                "interruptible",
                random.nextInt(2) == 0);
        String user = any(random, List.of("user_ann", "user_bob", ""));
        return user.isEmpty()
                ? request
                : request.instead(actor, stream, "CREATE", request.parameters().with("user", user));
    }

    private static Object[] parameters(List<Object> action) {
        return action.subList(1, action.size()).toArray();
    }

    private static List<List<Object>> actions() {
        List<List<Object>> all = new ArrayList<>();
        for (String plain : List.of(
                "START",
                "COMPILE",
                "PLAY",
                "SYNTHESIZE",
                "STOP",
                "FAIL",
                "RESTART",
                "INTERRUPT",
                "CLAIM",
                "RELEASE",
                "COMMIT",
                "ROLLBACK",
                "ENABLE_OVERRIDE",
                "UPDATE_OVERRIDE",
                "DISABLE_OVERRIDE",
                "NONSENSE")) {
            all.add(List.of(plain));
        }
        all.add(List.of("INTERRUPT", "flush", "hold"));
        all.add(List.of("INTERRUPT", "priority", 10));
        all.add(List.of("ENABLE_OVERRIDE", "scope", "user"));
        all.add(List.of("UPDATE_OVERRIDE", "scope", "session", "speech_rate", 2));
        all.add(List.of("TRANSFER", "to", "agent_b"));
        all.add(List.of("DELEGATE", "to", "agent_b"));
        all.add(List.of("MUTATE_GRAPH", "change", "gain"));
        all.add(List.of("ROLLBACK", "to_revision", 0));
        all.add(List.of("TAMPER", "field", "override_active", "value", false));
        all.add(List.of("TAMPER", "field", "forced_captions", "value", true));
        return all;
    }

    @RepeatedTest(300)
    void everyRequestIsAttestedOnceAndReplayGivesTheSameStates(RepetitionInfo tries) {
        RandomSource random = random(tries);
        InterruptReading reading = any(random, List.of(InterruptReading.values()));
        List<Request> history = history(random);
        StreamFixture streams = new StreamFixture(reading);
        long attested = 0;
        for (Request request : history) {
            attested += 1 + streams.registrar.request(request).followed().size();
        }
        assertEquals(attested, streams.store.all().size());
        long order = 0;
        for (Attestation attestation : streams.store.all()) {
            assertEquals(++order, attestation.order());
        }
        StreamRoom room = new StreamRoom(reading);
        Registrar<Subject, StreamEvent> walking =
                new Registrar<>(Registrars.askedBothWays(room, true), attestation -> {});
        assertInstanceOf(Rebuild.Result.Verified.class, Rebuild.into(walking, streams.exported()));
        Registrar<Subject, StreamEvent> fresh = new Registrar<>(room, attestation -> {});
        assertInstanceOf(Rebuild.Result.Verified.class, Rebuild.into(fresh, streams.exported()));
        assertEquals(streams.registrar.head(), fresh.head());
        for (String stream : STREAMS) {
            assertEquals(streams.registrar.view().state(stream), fresh.view().state(stream));
        }
        for (String session : SESSIONS) {
            String key = Keys.session(session);
            assertEquals(streams.registrar.view().state(key), fresh.view().state(key));
            assertEquals(streams.registrar.view().isHalted(key), fresh.view().isHalted(key));
        }
    }

    @RepeatedTest(300)
    void noStepBreaksWhatMustHoldAfterEveryStep(RepetitionInfo tries) {
        RandomSource random = random(tries);
        InterruptReading reading = any(random, List.of(InterruptReading.values()));
        List<Request> history = history(random);
        StreamFixture streams = new StreamFixture(reading);
        for (Request request : history) {
            List<@Nullable Subject> before = everything(streams);
            boolean[] overridden = overridden(streams);
            Verdict<Subject> verdict = streams.registrar.request(request);
            if (!verdict.isAllowed()) {
                assertEquals(before, everything(streams), "a refusal moves nothing");
            }
            overridesEndOnlyByTheirUserOrTheirSession(streams, request, overridden, verdict);
            committedGraphsStay(before, streams, request);
            nothingStaysInterruptingUnlessHeld(streams, request, verdict);
            assertEquals(reading.code(), verdict.attestation().metadata().json().text("reading"));
        }
    }

    private static List<@Nullable Subject> everything(StreamFixture streams) {
        List<@Nullable Subject> all = new ArrayList<>();
        STREAMS.forEach(name -> all.add(streams.registrar.view().state(name)));
        SESSIONS.forEach(name -> all.add(streams.registrar.view().state(Keys.session(name))));
        all.add(streams.registrar.view().state(Keys.USERS));
        return all;
    }

    private static boolean[] overridden(StreamFixture streams) {
        boolean[] all = new boolean[STREAMS.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = streams.registrar.view().state(STREAMS.get(i)) != null && streams.overrideCounts(STREAMS.get(i));
        }
        return all;
    }

    private static void overridesEndOnlyByTheirUserOrTheirSession(
            StreamFixture streams, Request request, boolean[] before, Verdict<Subject> verdict) {
        boolean[] after = overridden(streams);
        for (int i = 0; i < after.length; i++) {
            if (before[i] && !after[i]) {
                boolean byUser = request.actor().startsWith("user")
                        && List.of("DISABLE_OVERRIDE", "UPDATE_OVERRIDE").contains(request.action());
                assertTrue(
                        verdict.isAllowed() && (byUser || request.action().equals("SESSION_END")), request.toString());
            }
        }
    }

    private static void committedGraphsStay(List<@Nullable Subject> before, StreamFixture streams, Request request) {
        for (int i = 0; i < STREAMS.size(); i++) {
            if (before.get(i) instanceof Stream old
                    && StreamRules.isFrozen(old.state())
                    && !request.action().equals("RESTART")) {
                assertEquals(
                        old.state().graph(),
                        streams.stream(STREAMS.get(i)).state().graph());
            }
        }
    }

    private static void nothingStaysInterruptingUnlessHeld(
            StreamFixture streams, Request request, Verdict<Subject> verdict) {
        boolean flushed = request.action().equals("INTERRUPT")
                && verdict.isAllowed()
                && !"hold".equals(request.parameters().text("flush"));
        if (flushed) {
            assertEquals("stopped", streams.state(request.target()));
        }
    }

    /** The same requests under other names give the same verdicts: no order comes out of a hash. */
    @RepeatedTest(150)
    void renamingEverythingChangesNoDecision(RepetitionInfo tries) {
        List<Request> history = history(random(tries));
        StreamFixture plain = new StreamFixture();
        StreamFixture renamed = new StreamFixture();
        for (Request request : history) {
            Verdict<Subject> one = plain.registrar.request(request);
            Verdict<Subject> other = renamed.registrar.request(renamed(request));
            assertEquals(one.decision(), other.decision());
            assertEquals(StreamFixture.ids(one), StreamFixture.ids(other));
            assertEquals(plain.printed(one), renamed.printed(other));
            assertEquals(
                    one.attestation().metadata().json().canonical(),
                    other.attestation().metadata().json().canonical());
        }
    }

    private static Request renamed(Request request) {
        Json.Obj parameters = request.parameters();
        for (String key : List.of("session", "to", "user")) {
            String value = parameters.text(key);
            if (value != null && !request.action().equals("TAMPER")) {
                parameters = parameters.with(key, renamed(value));
            }
        }
        return request.instead(renamed(request.actor()), renamed(request.target()), request.action(), parameters);
    }

    private static String renamed(String name) {
        return name.matches("user|system|operator") ? name : name + "_zz" + name.length() * 31;
    }

    @RepeatedTest(100)
    void aHaltedSessionMovesNothingUntilItIsResumed(RepetitionInfo tries) {
        List<Request> history = history(random(tries));
        StreamFixture streams = new StreamFixture();
        streams.allowed("agent_a", "s1", "CREATE", "session", "v1");
        streams.allowed("user", "s1", "ENABLE_OVERRIDE");
        streams.ask("agent_a", "s1", "DISABLE_OVERRIDE");
        Subject frozen = streams.registrar.view().state("s1");
        for (Request request : history) {
            boolean resumes =
                    request.action().equals("RESUME") && request.actor().equals("operator");
            if (!resumes || !request.target().equals("v1")) {
                Verdict<Subject> verdict = streams.registrar.request(request);
                boolean onIt = request.target().equals("s1") || request.target().equals("v1");
                assertTrue(!onIt || verdict.decision() == Decision.DENIED, request.toString());
            }
        }
        assertEquals(frozen, streams.registrar.view().state("s1"));
    }
}
