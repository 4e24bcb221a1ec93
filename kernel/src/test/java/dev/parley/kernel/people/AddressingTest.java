package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.people.addressing.AddressingEvent;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.rooms.PeopleRooms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 1.1: how a person is addressed. */
class AddressingTest {
    private static final String NO_ROW = "people.addressing.no_transition";

    private final Driven<Kept<AddressingState>, AddressingEvent> it = Driven.of(PeopleRooms.addressing());

    private Form form() {
        Kept<AddressingState> kept = it.registrar().view().state("ana");
        return kept == null ? Form.NEUTRAL : kept.state().form();
    }

    @Test
    void infersFromAHighSignalOnly() {
        it.ask("system ana inferred_signal confidence=0.84").allowed("UNKNOWN");
        it.ask("system ana inferred_signal confidence=0.85 gender=f").allowed("INFERRED");
        it.ask("system ana inferred_signal confidence=0.3").allowed("INFERRED");
        it.ask("system ana inferred_signal confidence=0.9").denied(NO_ROW, "INFERRED");
    }

    @Test
    void dropsAGuessThatIsContradicted() {
        it.ask("system ana conflicting_signal").denied(NO_ROW, "UNKNOWN");
        it.ask("system ana inferred_signal confidence=0.9 gender=f", "system ana conflicting_signal")
                .allowed("UNKNOWN");
        assertEquals(Form.NEUTRAL, form());
    }

    /** A confirmed address overrides an inferred one, and stays until the person changes it. */
    @Test
    void keepsWhatThePersonSaid() {
        it.ask("system ana inferred_signal confidence=0.9 gender=m", "user_ana ana explicit_preference name=Annie")
                .allowed("CONFIRMED");
        assertEquals(new Form("Annie", null), form());
        it.ask("system ana inferred_signal confidence=0.99 gender=m").denied(NO_ROW, "CONFIRMED");
        it.ask("system ana conflicting_signal").denied(NO_ROW, "CONFIRMED");
        it.ask("user_ana ana explicit_preference gender=f").allowed("CONFIRMED");
        assertEquals(new Form("Annie", "f"), form());
    }

    /** B11: asked at most once per person; unresolved means the neutral form; nothing is blocked by it. */
    @Test
    void asksOnce() {
        it.ask("system ana ask").allowed("UNKNOWN");
        it.ask("system ana ask").denied("people.addressing.asked", "UNKNOWN");
        assertEquals(Form.NEUTRAL, form());
        it.ask("system ana inferred_signal confidence=0.9", "system ana conflicting_signal")
                .allowed("UNKNOWN");
        it.ask("system ana ask").denied("people.addressing.asked");
        it.ask("user_ana ana explicit_preference name=Annie").allowed("CONFIRMED");
        it.ask("system ana ask").denied("people.addressing.asked", "CONFIRMED");
        it.ask("system ben ask").allowed("UNKNOWN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system ana explicit_preference",
                "system ana inferred_signal",
                "system ana inferred_signal confidence=2",
                "system ana whisper",
            })
    void refusesWhatItCannotRead(String line) {
        it.ask(line).denied("request.malformed", "UNKNOWN");
    }
}
