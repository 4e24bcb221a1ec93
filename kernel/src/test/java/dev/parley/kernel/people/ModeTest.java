package dev.parley.kernel.people;

import dev.parley.kernel.people.mode.ModeEvent;
import dev.parley.kernel.people.mode.ModeState;
import dev.parley.kernel.people.rooms.PeopleRooms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 2: conversation mode, ruling B6. */
class ModeTest {
    private static final String NO_ROW = "people.mode.no_transition";
    private static final String ALONE = "user_ana c explicit_statement statement=we_are_alone";
    private static final String ARRIVED = "user_ana c explicit_statement statement=someone_arrived";
    private static final String KNOWN_BEN = "system c participant_detected person=ben known=true";
    private static final String UNKNOWN_X = "system c participant_detected person=x known=false";

    private final Driven<Kept<ModeState>, ModeEvent> it = Driven.of(PeopleRooms.mode());

    @Test
    void followsTheTable() {
        it.ask(KNOWN_BEN).allowed("SHARED_VERIFIED");
        it.ask("system c identity_unknown person=ben").allowed("SHARED_UNVERIFIED");
        it.ask("system c identity_confirmed person=ben").allowed("SHARED_VERIFIED");
        it.ask("system c participant_left person=ben").allowed("PRIVATE");
        it.ask(UNKNOWN_X).allowed("SHARED_UNVERIFIED");
        it.ask("system c participant_left person=x").allowed("PRIVATE");
    }

    @Test
    void isUnverifiedAsLongAsOneIsUnknown() {
        it.ask(KNOWN_BEN, UNKNOWN_X).allowed("SHARED_UNVERIFIED");
        it.ask("system c participant_left person=ben").allowed("SHARED_UNVERIFIED");
        it.ask(KNOWN_BEN, "system c participant_left person=x").allowed("SHARED_VERIFIED");
        it.ask("system c participant_detected person=cem known=true", "system c participant_left person=ben")
                .allowed("SHARED_VERIFIED");
        it.ask("system c participant_left person=cem").allowed("PRIVATE");
    }

    @Test
    void takesAnArrivalByStatementForOneUnnamedParticipant() {
        it.ask(ARRIVED).allowed("SHARED_UNVERIFIED");
        it.ask("system c participant_left").allowed("PRIVATE");
        it.ask(KNOWN_BEN, ARRIVED).allowed("SHARED_UNVERIFIED");
        it.ask("system c participant_left").allowed("SHARED_VERIFIED");
    }

    @ParameterizedTest
    @CsvSource({"true,ADULT,true", "true,TEEN,false", "true,CHILD,false", "true,UNKNOWN,false", "false,ADULT,false"})
    void believesOnlyAConfirmedAdultThatNobodyIsThere(boolean confirmed, String age, boolean believed) {
        it.ask(ARRIVED, ALONE + " confirmed=" + confirmed + " age=" + age);
        if (believed) {
            it.allowed("PRIVATE");
        } else {
            it.denied("people.mode.alone_by_confirmed_adult", "SHARED_UNVERIFIED")
                    .denied(NO_ROW);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {KNOWN_BEN, UNKNOWN_X, "system c participant_detected known=false"})
    void letsNobodyTalkAPresentParticipantAway(String present) {
        it.ask(present, ALONE + " confirmed=true age=ADULT")
                .denied("people.mode.alone_with_company")
                .denied(NO_ROW);
    }

    @Test
    void identifiesTheOneWhoWasAnnounced() {
        it.ask(ARRIVED, "system c identity_confirmed person=ben").allowed("SHARED_VERIFIED");
        it.ask("system c participant_left person=ben").allowed("PRIVATE");
        it.ask(ARRIVED, UNKNOWN_X, "system c identity_confirmed person=ben").denied(NO_ROW, "SHARED_UNVERIFIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system c participant_left person=ben",
                "system c participant_left",
                "system c identity_confirmed person=ben",
                "system c identity_unknown person=ben",
            })
    void refusesWhatFitsNobody(String line) {
        it.ask(line).denied(NO_ROW, "PRIVATE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system c participant_detected person=ben known=perhaps",
                "system c participant_detected known=true",
                "system c explicit_statement",
                "system c explicit_statement statement=hello",
                "system c dance",
            })
    void refusesWhatItCannotRead(String line) {
        it.ask(line).denied("request.malformed", "PRIVATE");
    }
}
