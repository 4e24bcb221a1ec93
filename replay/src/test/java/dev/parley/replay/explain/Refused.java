package dev.parley.replay.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Level;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A room that is asked, one request after the other. Every refusal is explained, and every proposal is applied: the answer must
 * then be yes, or the explanation must have said why none may be.
 */
final class Refused<S extends Registered, E> {
    private static final String CONVERSATION = "session:s1";

    private final Registrar<S, E> registrar;
    private OffsetDateTime at = OffsetDateTime.parse("2026-05-01T10:00:00Z");
    private final Set<String> broken = new TreeSet<>();
    private final Set<String> unchangeable = new TreeSet<>();
    private @Nullable Explanation last;

    Refused(Room<S, E> room) {
        this(new Registrar<>(room, attestation -> {}));
    }

    Refused(Registrar<S, E> registrar) {
        this.registrar = registrar;
    }

    /** The rules that were broken by what was asked. */
    Set<String> broken() {
        return broken;
    }

    /** The rules by which a refusal was final. */
    Set<String> unchangeable() {
        return unchangeable;
    }

    Explanation last() {
        assertNotNull(last, "nothing was refused");
        return last;
    }

    Registrar<S, E> registrar() {
        return registrar;
    }

    /** Asks in short words: {@code "actor target [machine.]action key=value ..."}, a second after the one before. */
    Refused<S, E> ask(String... lines) {
        for (String line : lines) {
            ask(request(at, line));
        }
        return this;
    }

    Refused<S, E> ask(Request request) {
        at = at.plusSeconds(1);
        Registrar<S, E> before = registrar.fork();
        Verdict<S> verdict = registrar.request(request);
        if (!verdict.isAllowed()) {
            explained(Explanation.of(before, request, CONVERSATION), before, request, null);
        }
        for (Verdict<S> followed : verdict.followed()) {
            if (!followed.isAllowed()) {
                Explanation explanation = Explanation.ofDerived(before, request, followed, CONVERSATION);
                explained(explanation, before, request, followed.attestation().request());
            }
        }
        return this;
    }

    private void explained(Explanation explanation, Registrar<S, E> before, Request asked, @Nullable Request derived) {
        last = explanation;
        for (Violation violation : explanation.decided().violations()) {
            if (violation.level() == Level.REJECT) {
                broken.add(violation.id());
            }
        }
        Change change = explanation.change();
        if (change == null) {
            assertNotNull(explanation.never(), () -> "no way and no word for " + asked + ": " + explanation.failed());
            unchangeable.addAll(explanation.failed().stream()
                    .map(Explanation.Failed::id)
                    .filter(id -> explanation.never().equals(Unchangeable.sentence(List.of(failed(id)), asked)))
                    .toList());
            return;
        }
        assertFalse(change.first().isEmpty() && change.instead() == null, "a change changes something");
        apply(change, before, asked, derived);
    }

    private void apply(Change change, Registrar<S, E> before, Request asked, @Nullable Request derived) {
        Registrar<S, E> at = before.fork();
        for (Request step : change.first()) {
            boolean elsewhere =
                    step.action().equals("RESUME") && !before.room().name().equals("stream");
            if (elsewhere) {
                assertEquals(CONVERSATION, step.target());
                at = at.resumed();
            } else {
                Verdict<S> taken = at.request(step);
                assertTrue(taken.isAllowed(), () -> step + ": " + taken.reason());
            }
        }
        Request instead = change.instead();
        Verdict<S> verdict = at.request(instead == null ? asked : instead);
        assertTrue(verdict.isAllowed(), () -> asked + " after " + change + ": " + verdict.reason());
        if (derived != null) {
            assertTrue(
                    verdict.followed().stream()
                            .anyMatch(followed -> followed.isAllowed()
                                    && followed.attestation().request().action().equals(derived.action())),
                    () -> derived + " after " + change);
        }
    }

    private static Explanation.Failed failed(String id) {
        return new Explanation.Failed(id, Level.REJECT, "", "");
    }

    /** Reads one line of short words. */
    static Request request(OffsetDateTime at, String line) {
        String[] words = line.split(" ", -1);
        Json.Obj parameters = Json.Obj.EMPTY;
        for (String word : List.of(words).subList(3, words.length)) {
            int split = word.indexOf('=');
            parameters = parameters.with(word.substring(0, split), value(word.substring(split + 1)));
        }
        int dot = words[2].indexOf('.');
        String machine = dot < 0 ? null : words[2].substring(0, dot);
        return new Request(at, words[0], words[1], words[2].substring(dot + 1), parameters, machine);
    }

    private static Json value(String word) {
        if (word.equals("true") || word.equals("false")) {
            return Json.of(Boolean.parseBoolean(word));
        }
        return word.matches("-?[0-9]+(\\.[0-9]+)?")
                ? new Json.Num(new BigDecimal(word))
                : Json.of(word.equals("we_are_alone") ? "we are alone" : word);
    }
}
