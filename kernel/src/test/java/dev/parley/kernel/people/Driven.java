package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Emit;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Registrars;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A room under a registrar, asked in short words: {@code "actor target [machine.]action key=value ..."}. */
public final class Driven<S extends Registered, E> {
    private final Registrar<S, E> registrar;
    private OffsetDateTime at = OffsetDateTime.parse("2026-03-10T10:00:00Z");
    private @Nullable Verdict<S> last;

    private Driven(Registrar<S, E> registrar) {
        this.registrar = registrar;
    }

    public static <S extends Registered, E> Driven<S, E> of(Room<S, E> room) {
        return new Driven<>(new Registrar<>(room, attestation -> {}));
    }

    /** With one invariant left out of the catalogue. */
    public static <S extends Registered, E> Driven<S, E> without(String invariant, Room<S, E> room) {
        return new Driven<>(Registrars.without(invariant, room, attestation -> {}));
    }

    public Registrar<S, E> registrar() {
        return registrar;
    }

    public Driven<S, E> at(String time) {
        at = OffsetDateTime.parse(time);
        return this;
    }

    public Driven<S, E> ask(String... lines) {
        for (String line : lines) {
            last = registrar.request(request(at, line));
            at = at.plusSeconds(1);
        }
        return this;
    }

    /** Reads one line of short words. */
    public static Request request(OffsetDateTime at, String line) {
        String[] words = line.split(" ", -1);
        Json.Obj parameters = Json.Obj.EMPTY;
        for (int i = 3; i < words.length; i++) {
            int split = words[i].indexOf('=');
            parameters = parameters.with(words[i].substring(0, split), value(words[i].substring(split + 1)));
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
                : Json.of(word.replace('_', word.contains("_are_") || word.startsWith("someone") ? ' ' : '_'));
    }

    public Verdict<S> last() {
        if (last == null) {
            throw new AssertionError("nothing was asked yet");
        }
        return last;
    }

    public Driven<S, E> allowed() {
        assertTrue(last().isAllowed(), () -> last().reason());
        return this;
    }

    public Driven<S, E> allowed(String state) {
        allowed();
        return state(state);
    }

    public Driven<S, E> denied(String violation) {
        assertFalse(last().isAllowed(), "it was allowed");
        assertTrue(last().violates(violation), () -> violation + " is not among " + last().violations());
        return this;
    }

    public Driven<S, E> denied(String violation, String state) {
        denied(violation);
        return state(state);
    }

    public Driven<S, E> state(String state) {
        assertEquals(Json.of(state), registrar.printed(last()));
        return this;
    }

    /** The verdict and everything that followed it. */
    public List<Verdict<S>> all() {
        List<Verdict<S>> all = new ArrayList<>(List.of(last()));
        all.addAll(last().followed());
        return all;
    }

    /** The rule stands on a line by system, and not on the first. */
    public Driven<S, E> concluded(String violation) {
        allowed();
        assertTrue(
                last().followed().stream().anyMatch(verdict -> verdict.violates(violation)),
                () -> violation + " is on no line by system: " + last().followed());
        return this;
    }

    /** What {@code "machine/person"} is in the household after everything that followed. */
    public Driven<S, E> house(String where, String state) {
        Json printed = registrar.printed(all().getLast());
        String[] parts = where.split("/", -1);
        Json found = printed instanceof Json.Obj house ? house.get("mode") : null;
        if (!parts[0].equals("mode")
                && printed instanceof Json.Obj house
                && house.get("people") instanceof Json.Obj people
                && people.get(parts[1]) instanceof Json.Obj person) {
            found = person.get(parts[0]);
        }
        assertEquals(Json.of(state), found, where);
        return this;
    }

    /** Who was greeted by the last request. */
    public List<String> greeted() {
        List<String> greeted = new ArrayList<>();
        for (Verdict<S> verdict : all()) {
            verdict.effects().forEach(effect -> {
                if (effect instanceof Emit(Json.Obj event)) {
                    greeted.add(String.valueOf(event.text("person")));
                }
            });
        }
        return greeted;
    }

    /** Adds a person and confirms them. */
    public Driven<S, E> confirmed(String person, String role, String birthdate) {
        String born = birthdate.isEmpty() ? "" : " birthdate=" + birthdate;
        ask("system " + person + " person_added role=" + role + born).allowed();
        ask("system " + person + " identity.voice_signal person=" + person + " confidence=0.9")
                .allowed();
        return ask("system " + person + " identity.validation_success").allowed();
    }
}
