package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.people.identity.Evidence;
import dev.parley.kernel.people.identity.IdentityEvent;
import dev.parley.kernel.people.identity.IdentityMachine;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.identity.Source;
import dev.parley.kernel.people.rooms.PeopleRooms;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 1: who is speaking. */
class IdentityTest {
    private static final String NO_ROW = "people.identity.no_transition";

    private final Driven<Kept<IdentityState>, IdentityEvent> it = Driven.of(PeopleRooms.identity());

    private void reach(String state) {
        switch (state) {
            case "UNKNOWN" -> {}
            case "PROBABLE" -> it.ask("system s voice_signal person=ana confidence=0.7");
            case "CONFIRMED" -> {
                reach("PROBABLE");
                it.ask("system s validation_success person=ana");
            }
            case "CONFIRMED_ACTIVE" -> {
                reach("CONFIRMED");
                it.ask("system s speaking_turn");
            }
            case "AMBIGUOUS" -> {
                reach("PROBABLE");
                it.ask("system s strong_conflict");
            }
            case "REJECTED" -> {
                reach("PROBABLE");
                it.ask("system s validation_failure");
            }
            default -> throw new AssertionError(state);
        }
    }

    /** Every row of the table of section 1, with B1's two and B14's end of a conversation from everywhere. */
    @ParameterizedTest
    @CsvSource({
        "UNKNOWN,voice_signal person=ana confidence=0.59,UNKNOWN",
        "UNKNOWN,voice_signal person=ana confidence=0.60,PROBABLE",
        "UNKNOWN,face_signal person=ana confidence=0.84,PROBABLE",
        "UNKNOWN,satellite_identity person=ana confidence=1,PROBABLE",
        "UNKNOWN,explicit_identity_claim person=ana,PROBABLE",
        "UNKNOWN,end_conversation,UNKNOWN",
        "PROBABLE,validation_success,CONFIRMED",
        "PROBABLE,validation_failure,REJECTED",
        "PROBABLE,strong_conflict,AMBIGUOUS",
        "PROBABLE,timeout,UNKNOWN",
        "PROBABLE,end_conversation,UNKNOWN",
        "CONFIRMED,speaking_turn,CONFIRMED_ACTIVE",
        "CONFIRMED,strong_conflict,AMBIGUOUS",
        "CONFIRMED,end_conversation,UNKNOWN",
        "CONFIRMED_ACTIVE,silence_timeout,CONFIRMED",
        "CONFIRMED_ACTIVE,strong_conflict,AMBIGUOUS",
        "CONFIRMED_ACTIVE,end_conversation,UNKNOWN",
        "AMBIGUOUS,clarification_success,CONFIRMED",
        "AMBIGUOUS,timeout,UNKNOWN",
        "AMBIGUOUS,end_conversation,UNKNOWN",
        "REJECTED,timeout,UNKNOWN",
        "REJECTED,end_conversation,UNKNOWN",
    })
    void movesAsTheTableSays(String from, String event, String to) {
        reach(from);
        it.ask("system s " + event).allowed(to);
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN,validation_success",
        "UNKNOWN,timeout",
        "UNKNOWN,strong_conflict",
        "UNKNOWN,speaking_turn",
        "UNKNOWN,clarification_success",
        "PROBABLE,speaking_turn",
        "PROBABLE,silence_timeout",
        "PROBABLE,clarification_success",
        "PROBABLE,validation_success person=ben",
        "CONFIRMED,validation_success",
        "CONFIRMED,validation_failure",
        "CONFIRMED_ACTIVE,speaking_turn",
        "AMBIGUOUS,validation_success",
        "AMBIGUOUS,speaking_turn",
        "AMBIGUOUS,explicit_identity_claim person=ana",
        "REJECTED,voice_signal person=ana confidence=0.9",
        "REJECTED,explicit_identity_claim person=ana",
        "REJECTED,validation_success",
    })
    void refusesWhatHasNoRow(String in, String event) {
        reach(in);
        it.ask("system s " + event).denied(NO_ROW, in);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONFIRMED", "CONFIRMED_ACTIVE"})
    void doesNotLoseAConfirmedIdentityToATimeout(String state) {
        reach(state);
        it.ask("system s timeout").denied("people.identity.no_silent_downgrade", state);
    }

    @Test
    void countsASecondSilenceAsNoDowngradeEither() {
        reach("CONFIRMED");
        it.ask("system s silence_timeout").denied("people.identity.no_silent_downgrade", "CONFIRMED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "0.59", "0.7", "0.99"})
    void keepsAConfirmedIdentityWhateverItsOwnSignalsSay(String confidence) {
        reach("CONFIRMED_ACTIVE");
        it.ask("system s voice_signal person=ana confidence=" + confidence).allowed("CONFIRMED_ACTIVE");
    }

    /** B2: no single signal confirms, and neither do several that agree. */
    @Test
    void isNotConfirmedBySignalsHoweverStrong() {
        it.ask("system s voice_signal person=ana confidence=1").allowed("PROBABLE");
        it.ask("system s face_signal person=ana confidence=1").allowed("PROBABLE");
        it.ask("system s explicit_identity_claim person=ana").allowed("PROBABLE");
    }

    /** B2: two distinct people at medium or above, raw and not weighted. */
    @ParameterizedTest
    @CsvSource({"0.82,0.88,AMBIGUOUS", "0.60,0.60,AMBIGUOUS", "0.75,0.59,PROBABLE", "0.99,0.1,PROBABLE"})
    void takesTwoPeopleAtMediumForAConflict(String voice, String face, String state) {
        it.ask("system s voice_signal person=ana confidence=" + voice);
        it.ask("system s face_signal person=ben confidence=" + face).allowed(state);
    }

    @ParameterizedTest
    @CsvSource({"0.70,AMBIGUOUS", "0.60,AMBIGUOUS", "0.59,CONFIRMED_ACTIVE"})
    void takesAnotherPersonAtMediumForAConflictWithTheLockedIdentity(String confidence, String state) {
        reach("CONFIRMED_ACTIVE");
        it.ask("system s voice_signal person=ben confidence=" + confidence).allowed(state);
    }

    /** B14: a conflict needs a signal. */
    @ParameterizedTest
    @ValueSource(strings = {"PROBABLE", "CONFIRMED", "CONFIRMED_ACTIVE", "AMBIGUOUS"})
    void takesNoClaimOfAnotherNameForAConflict(String state) {
        reach(state);
        it.ask("system s explicit_identity_claim person=ben").denied(NO_ROW, state);
    }

    @Test
    void forgetsTheConflictWithTheConversation() {
        reach("AMBIGUOUS");
        it.ask("system s end_conversation", "system s voice_signal person=ben confidence=0.7")
                .allowed("PROBABLE");
    }

    @Test
    void confirmsAfterAClarificationWhomItNames() {
        reach("CONFIRMED");
        it.ask("system s voice_signal person=ben confidence=0.9", "system s clarification_success person=ben")
                .allowed("CONFIRMED");
        it.ask("system s voice_signal person=ana confidence=0.7").allowed("AMBIGUOUS");
    }

    @Test
    void ranksCandidatesByWhatTheirSourcesWeigh() {
        Evidence evidence = new Evidence(new TreeMap<>(Map.of(
                "ana", Map.of(Source.VOICE, new BigDecimal("0.82")),
                "ben", Map.of(Source.FACE, new BigDecimal("0.80")),
                "cem", Map.of(Source.SATELLITE, new BigDecimal("0.61")))));
        assertEquals(List.of("ben", "ana", "cem"), evidence.ranked());
        assertEquals("UNKNOWN", new IdentityMachine().printed(new IdentityMachine().initial()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system s voice_signal person=ana",
                "system s voice_signal confidence=0.7",
                "system s voice_signal person=ana confidence=1.01",
                "system s voice_signal person=ana confidence=-0.1",
                "system s voice_signal person=ana confidence=high",
                "system s explicit_identity_claim",
                "system s shout",
            })
    void refusesWhatItCannotRead(String line) {
        it.ask(line).denied("request.malformed", "UNKNOWN");
    }
}
