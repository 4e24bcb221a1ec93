package dev.parley.kernel.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationStore;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Registrars;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;

/**
 * A registrar of streams and the words in which tests speak to it. Whatever a test asks, the quick answer about all
 * invariants is compared with what each of them says.
 */
final class StreamFixture {
    static final OffsetDateTime START_OF_TEST = OffsetDateTime.parse("2026-03-01T10:00:00Z");

    final AttestationStore store;
    final Registrar<Subject, StreamEvent> registrar;

    StreamFixture() {
        this(InterruptReading.MATRIX);
    }

    StreamFixture(InterruptReading reading) {
        this.store = new AttestationStore();
        this.registrar = new Registrar<>(Registrars.askedBothWays(new StreamRoom(reading), false), store);
    }

    StreamFixture(Registrar<Subject, StreamEvent> registrar) {
        this.store = new AttestationStore();
        this.registrar = registrar;
    }

    /** A fixture that stands where this one stands. */
    StreamFixture fork() {
        return new StreamFixture(registrar.fork());
    }

    static Request request(String actor, String target, String action, Object... parameters) {
        Json.Obj json = Json.Obj.EMPTY;
        for (int i = 0; i < parameters.length; i += 2) {
            json = json.with((String) parameters[i], json(parameters[i + 1]));
        }
        return new Request(START_OF_TEST, actor, target, action, json);
    }

    private static Json json(Object value) {
        return switch (value) {
            case Json json -> json;
            case String text -> Json.of(text);
            case Boolean flag -> Json.of((boolean) flag);
            case Integer number -> Json.of(number);
            case BigDecimal number -> new Json.Num(number);
            default -> throw new IllegalArgumentException(value.toString());
        };
    }

    Verdict<Subject> ask(String actor, String target, String action, Object... parameters) {
        return registrar.request(request(actor, target, action, parameters));
    }

    Verdict<Subject> allowed(String actor, String target, String action, Object... parameters) {
        Verdict<Subject> verdict = ask(actor, target, action, parameters);
        assertEquals(List.of(), ids(verdict), () -> action + " by " + actor + ": " + verdict.reason());
        return verdict;
    }

    /** Denied by exactly these, in this order. */
    Verdict<Subject> denied(List<String> rules, String actor, String target, String action, Object... parameters) {
        Verdict<Subject> verdict = ask(actor, target, action, parameters);
        assertEquals(rules, ids(verdict), () -> action + " by " + actor);
        assertEquals("denied", verdict.decision().printed());
        return verdict;
    }

    Verdict<Subject> denied(String rule, String actor, String target, String action, Object... parameters) {
        return denied(List.of(rule), actor, target, action, parameters);
    }

    static List<String> ids(Verdict<?> verdict) {
        return verdict.violations().stream().map(Violation::id).toList();
    }

    String printed(Verdict<Subject> verdict) {
        return registrar.printed(verdict).canonical();
    }

    String state(String stream) {
        return stream(stream).state().code();
    }

    Stream stream(String name) {
        return (Stream) Objects.requireNonNull(registrar.view().state(Keys.stream(name)), name);
    }

    Session session(String name) {
        return (Session) Objects.requireNonNull(registrar.view().state(Keys.session(name)), name);
    }

    int revision(String stream) {
        return Objects.requireNonNull(stream(stream).state().graph()).revision();
    }

    boolean overrideCounts(String stream) {
        return Overrides.isActive(registrar.view(), stream(stream));
    }

    List<Json.Obj> exported() {
        return store.all().stream().map(Attestation::toJson).toList();
    }

    /** Leads a stream of agent_a from idle to that state, by the shortest way. */
    StreamFixture lead(String stream, String owner, String to) {
        List<String> way = switch (to) {
            case "idle" -> List.of();
            case "compiling" -> List.of("START");
            case "compiling committed" -> List.of("START", "COMMIT");
            case "synthesizing" -> List.of("START", "COMPILE");
            case "playing" -> List.of("START", "COMPILE", "PLAY");
            case "interrupting" -> List.of("START", "COMPILE", "PLAY", "HOLD");
            case "stopped" -> List.of("START", "COMPILE", "PLAY", "STOP");
            case "failed" -> List.of("FAIL");
            case "failed compiling" -> List.of("START", "FAIL");
            case "failed playing" -> List.of("START", "COMPILE", "PLAY", "FAIL");
            default -> throw new IllegalArgumentException(to);
        };
        for (String action : way) {
            if (action.equals("HOLD")) {
                allowed("system", stream, "INTERRUPT", "flush", "hold");
            } else {
                allowed(owner, stream, action);
            }
        }
        return this;
    }

    /** A stream s1 of agent_a in that state. */
    static StreamFixture at(String state, Object... createParameters) {
        return at(InterruptReading.MATRIX, state, createParameters);
    }

    static StreamFixture at(InterruptReading reading, String state, Object... createParameters) {
        StreamFixture fixture = new StreamFixture(reading);
        fixture.allowed("agent_a", "s1", "CREATE", createParameters);
        return fixture.lead("s1", "agent_a", state);
    }
}
