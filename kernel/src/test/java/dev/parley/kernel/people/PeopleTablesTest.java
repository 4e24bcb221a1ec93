package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Machine;
import dev.parley.kernel.MachineWalk;
import dev.parley.kernel.people.addressing.AddressingMachine;
import dev.parley.kernel.people.age.AgeMachine;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.consent.ConsentMachine;
import dev.parley.kernel.people.delegation.DelegationMachine;
import dev.parley.kernel.people.identity.IdentityMachine;
import dev.parley.kernel.people.mode.ModeMachine;
import dev.parley.kernel.people.profile.ProfileMachine;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The machines about people have the rows of their tables, the rows that a ruling adds, and no others. Each list is
 * written down from the text; the machine is walked from its first state with every event in every state.
 */
class PeopleTablesTest {

    private static void assertRows(Machine<?, ?> machine, String table, String rulings) {
        Set<String> expected = new TreeSet<>();
        (table + rulings)
                .lines()
                .map(String::strip)
                .filter(row -> !row.isEmpty())
                .forEach(expected::add);
        Set<String> found = new TreeSet<>();
        MachineWalk.of(machine)
                .edges()
                .forEach(edge -> found.add(edge.from() + " | " + edge.event() + " | " + edge.to()));
        assertEquals(String.join("\n", expected), String.join("\n", found));
    }

    /** Section 1; B1 and B14 end the identity with the conversation, B2 says what signals do. */
    @Test
    void identityHasTheRowsOfSection1AndOfB1B2B14() {
        assertRows(new IdentityMachine(), """
                UNKNOWN | signal low | UNKNOWN
                UNKNOWN | signal medium | PROBABLE
                UNKNOWN | explicit_identity_claim | PROBABLE
                PROBABLE | validation_success | CONFIRMED
                PROBABLE | validation_failure | REJECTED
                PROBABLE | strong_conflict | AMBIGUOUS
                PROBABLE | timeout | UNKNOWN
                CONFIRMED | speaking_turn | CONFIRMED_ACTIVE
                CONFIRMED_ACTIVE | silence_timeout | CONFIRMED
                CONFIRMED_ACTIVE | strong_conflict | AMBIGUOUS
                CONFIRMED_ACTIVE | end_conversation | UNKNOWN
                AMBIGUOUS | clarification_success | CONFIRMED
                AMBIGUOUS | timeout | UNKNOWN
                REJECTED | timeout | UNKNOWN
                """, """
                CONFIRMED | strong_conflict | AMBIGUOUS
                CONFIRMED | end_conversation | UNKNOWN
                UNKNOWN | end_conversation | UNKNOWN
                PROBABLE | end_conversation | UNKNOWN
                AMBIGUOUS | end_conversation | UNKNOWN
                REJECTED | end_conversation | UNKNOWN
                UNKNOWN | signal high | PROBABLE
                PROBABLE | signal low | PROBABLE
                PROBABLE | signal medium | PROBABLE
                PROBABLE | signal high | PROBABLE
                PROBABLE | explicit_identity_claim | PROBABLE
                PROBABLE | signal of another person, medium | AMBIGUOUS
                CONFIRMED | signal low | CONFIRMED
                CONFIRMED | signal medium | CONFIRMED
                CONFIRMED | signal high | CONFIRMED
                CONFIRMED | explicit_identity_claim | CONFIRMED
                CONFIRMED | signal of another person, medium | AMBIGUOUS
                CONFIRMED_ACTIVE | signal low | CONFIRMED_ACTIVE
                CONFIRMED_ACTIVE | signal medium | CONFIRMED_ACTIVE
                CONFIRMED_ACTIVE | signal high | CONFIRMED_ACTIVE
                CONFIRMED_ACTIVE | explicit_identity_claim | CONFIRMED_ACTIVE
                CONFIRMED_ACTIVE | signal of another person, medium | AMBIGUOUS
                AMBIGUOUS | signal low | AMBIGUOUS
                AMBIGUOUS | signal medium | AMBIGUOUS
                AMBIGUOUS | signal high | AMBIGUOUS
                AMBIGUOUS | signal of another person, medium | AMBIGUOUS
                REJECTED | signal low | REJECTED
                """);
    }

    /** Section 1.1; B11 lets the question be asked once and never stand in the way. */
    @Test
    void addressingHasTheRowsOfSection11AndOfB11() {
        assertRows(new AddressingMachine(), """
                UNKNOWN | inferred_signal, high | INFERRED
                UNKNOWN | explicit_preference | CONFIRMED
                INFERRED | explicit_preference | CONFIRMED
                INFERRED | conflicting_signal | UNKNOWN
                CONFIRMED | explicit_preference | CONFIRMED
                """, """
                UNKNOWN | ask | UNKNOWN
                INFERRED | ask | INFERRED
                CONFIRMED | ask | CONFIRMED
                UNKNOWN | inferred_signal below high | UNKNOWN
                INFERRED | inferred_signal below high | INFERRED
                CONFIRMED | inferred_signal below high | CONFIRMED
                """);
    }

    /** Section 3; B3 records results in EXECUTED and lets a mark outlast a plain grant. */
    @Test
    void commandHasTheRowsOfSection3AndOfB3() {
        assertRows(new CommandMachine(), """
                IDLE | command_detected | PENDING_AUTHORIZATION
                PENDING_AUTHORIZATION | authorization_denied | DENIED
                PENDING_AUTHORIZATION | authorization_granted, immediate | EXECUTED
                PENDING_AUTHORIZATION | authorization_granted, requires confirmation | PENDING_CONFIRMATION
                PENDING_CONFIRMATION | confirmation_received | EXECUTED
                PENDING_CONFIRMATION | confirmation_timeout | CANCELLED
                PENDING_CONFIRMATION | context_changed | CANCELLED
                EXECUTED | done | IDLE
                DENIED | done | IDLE
                CANCELLED | done | IDLE
                """, """
                PENDING_AUTHORIZATION | confirmation_required | PENDING_AUTHORIZATION
                PENDING_AUTHORIZATION | authorization_granted, immediate | PENDING_CONFIRMATION
                PENDING_CONFIRMATION | confirmation_required | PENDING_CONFIRMATION
                EXECUTED | execution_success | EXECUTED
                EXECUTED | execution_failure | EXECUTED
                """);
    }

    /** The pending profile update; B4 cancels it in either pending state. */
    @Test
    void profileHasTheRowsOfItsTableAndOfB4() {
        assertRows(new ProfileMachine(), """
                NONE | profile_update_requested | PENDING_VALIDATION
                PENDING_VALIDATION | authority_verified, confirmation required | PENDING_CONFIRMATION
                PENDING_VALIDATION | authority_verified, no confirmation | APPROVED
                PENDING_VALIDATION | authority_denied | REJECTED
                PENDING_CONFIRMATION | owner_confirmation_received | APPROVED
                PENDING_CONFIRMATION | owner_confirmation_denied | REJECTED
                PENDING_CONFIRMATION | timeout | CANCELLED
                APPROVED | applied | NONE
                REJECTED | done | NONE
                CANCELLED | done | NONE
                """, """
                PENDING_VALIDATION | context_changed | CANCELLED
                PENDING_CONFIRMATION | context_changed | CANCELLED
                """);
    }

    /** Section 4; B14 lets a loan run out and a question end with the conversation. */
    @Test
    void delegationHasTheRowsOfSection4AndOfB14() {
        assertRows(new DelegationMachine(), """
                NONE | delegation_intent_detected | PENDING_CONFIRMATION
                PENDING_CONFIRMATION | owner_confirmation | ACTIVE
                PENDING_CONFIRMATION | owner_denial | NONE
                PENDING_CONFIRMATION | timeout | NONE
                ACTIVE | revoke_command | REVOKED
                ACTIVE | conversation_end | EXPIRED
                REVOKED | done | NONE
                EXPIRED | done | NONE
                """, """
                ACTIVE | timeout | EXPIRED
                PENDING_CONFIRMATION | conversation_end | NONE
                """);
    }

    /** Section 5; B7 declares the revocation. */
    @Test
    void consentHasTheRowsOfSection5() {
        assertRows(new ConsentMachine(), """
                NONE | consent_request | PENDING
                PENDING | explicit_grant | GRANTED
                PENDING | explicit_denial | NONE
                PENDING | timeout | NONE
                GRANTED | conversation_end | EXPIRED
                GRANTED | revoke | REVOKED
                REVOKED | done | NONE
                EXPIRED | done | NONE
                """, "");
    }

    /** Section 2; B6 derives the mode from who remains, and adds the two statements. */
    @Test
    void modeHasTheRowsOfSection2AndOfB6() {
        assertRows(new ModeMachine(), """
                PRIVATE | participant_detected, known | SHARED_VERIFIED
                PRIVATE | participant_detected, unknown | SHARED_UNVERIFIED
                SHARED_UNVERIFIED | identity_confirmed | SHARED_VERIFIED
                SHARED_UNVERIFIED | participant_left | PRIVATE
                SHARED_VERIFIED | participant_left | PRIVATE
                SHARED_VERIFIED | identity_unknown | SHARED_UNVERIFIED
                """, """
                PRIVATE | someone arrived | SHARED_UNVERIFIED
                SHARED_VERIFIED | someone arrived | SHARED_UNVERIFIED
                SHARED_UNVERIFIED | someone arrived | SHARED_UNVERIFIED
                PRIVATE | we are alone | PRIVATE
                SHARED_UNVERIFIED | we are alone | PRIVATE
                SHARED_VERIFIED | participant_detected, known | SHARED_VERIFIED
                SHARED_VERIFIED | participant_detected, unknown | SHARED_UNVERIFIED
                SHARED_UNVERIFIED | participant_detected, known | SHARED_UNVERIFIED
                SHARED_UNVERIFIED | participant_detected, known | SHARED_VERIFIED
                SHARED_UNVERIFIED | participant_detected, unknown | SHARED_UNVERIFIED
                SHARED_VERIFIED | participant_left | SHARED_VERIFIED
                SHARED_UNVERIFIED | participant_left | SHARED_VERIFIED
                SHARED_UNVERIFIED | participant_left | SHARED_UNVERIFIED
                SHARED_UNVERIFIED | identity_confirmed | SHARED_UNVERIFIED
                SHARED_UNVERIFIED | identity_unknown | SHARED_UNVERIFIED
                """);
    }

    /** Section 1.2 has no table; B5 derives every class from a birthdate and a date, and B14 lets doubt end in UNKNOWN. */
    @Test
    void ageHasTheRowsOfB5AndB14() {
        StringBuilder rows = new StringBuilder("UNKNOWN | date_tick | UNKNOWN\n");
        for (String from : List.of("UNKNOWN", "CHILD", "TEEN", "ADULT")) {
            for (String to : List.of("CHILD", "TEEN", "ADULT")) {
                String born = to.toLowerCase(Locale.ROOT);
                rows.append(from + " | birthdate_known, " + born + " | " + to + "\n");
                rows.append(from + " | birthdate_updated, " + born + " | " + to + "\n");
                rows.append(from.equals("UNKNOWN") ? "" : from + " | date_tick | " + to + "\n");
            }
            rows.append(from.equals("UNKNOWN") ? "" : from + " | confidence_drop | UNKNOWN\n");
        }
        assertRows(new AgeMachine(), rows.toString(), "");
    }
}
