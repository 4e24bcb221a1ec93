package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Decision;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Registrars;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Requests about sessions and new streams are attested alike, to the last byte, by a registrar that asks whether all
 * invariants hold and by one that walks the catalogue (A10). Requests about streams are enumerated elsewhere, and there
 * too every case is asked both ways.
 */
class StreamAllHoldTest {
    private static final List<String> ACTORS =
            List.of("agent_a", "agent_x", "plugin_eq", "user", "user_ann", "user_bob", "system", "operator");
    private static final List<Boolean> BOTH = List.of(false, true);

    private final Set<Decision> seen = EnumSet.noneOf(Decision.class);
    private int combinations;

    private record Setting(String scope, boolean named, boolean halted, boolean ended) {}

    @Test
    void everyRequestAboutASessionIsAttestedAsTheWalkAttestsIt() {
        for (String scope : List.of("none", "session", "user")) {
            for (boolean named : BOTH) {
                for (boolean halted : BOTH) {
                    for (boolean ended : BOTH) {
                        everyActor(new Setting(scope, named, halted, ended));
                    }
                }
            }
        }
        assertEquals(3 * 2 * 2 * 2 * ACTORS.size() * 5, combinations);
        assertEquals(EnumSet.allOf(Decision.class), seen);
    }

    private void everyActor(Setting setting) {
        StreamRoom room = new StreamRoom(InterruptReading.MATRIX);
        StreamFixture quick = prepared(room, setting);
        StreamFixture walking = prepared(Registrars.askedBothWays(room, true), setting);
        for (String actor : ACTORS) {
            for (Request request : requests(actor)) {
                Verdict<Subject> verdict = quick.fork().registrar.request(request);
                Verdict<Subject> walked = walking.fork().registrar.request(request);
                assertEquals(
                        walked.attestation().toJson(), verdict.attestation().toJson(), () -> setting + " " + request);
                combinations++;
                seen.add(verdict.decision());
            }
        }
    }

    /** A stream in a session; without an override the disabling agent is refused and nothing halts. */
    private static StreamFixture prepared(Room<Subject, StreamEvent> room, Setting setting) {
        StreamFixture streams = new StreamFixture(new Registrar<>(room, attestation -> {}));
        Json user = setting.named ? Json.of("user_ann") : Json.Null.NULL;
        streams.allowed("agent_a", "s1", "CREATE", "session", "v1", "user", user);
        if (!setting.scope.equals("none")) {
            streams.allowed("user_ann", "s1", "ENABLE_OVERRIDE", "scope", setting.scope);
        }
        if (setting.halted) {
            streams.ask("agent_x", "s1", "DISABLE_OVERRIDE");
        }
        if (setting.ended) {
            streams.ask("system", "v1", "SESSION_END");
        }
        return streams;
    }

    private static List<Request> requests(String actor) {
        Request overrideEnd = new Request(
                StreamFixture.START_OF_TEST,
                actor,
                "v1",
                "DISABLE_OVERRIDE",
                Json.Obj.EMPTY,
                StreamRequests.OF_SESSION);
        return List.of(
                StreamFixture.request(actor, "v1", "SESSION_END"),
                StreamFixture.request(actor, "v1", "RESUME"),
                overrideEnd,
                StreamFixture.request(actor, "s2", "CREATE", "session", "v1"),
                StreamFixture.request(actor, "s2", "CREATE", "session", "v2", "user", "user_bob"));
    }
}
