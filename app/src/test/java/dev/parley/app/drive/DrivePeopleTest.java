package dev.parley.app.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Room;
import dev.parley.kernel.json.Json;
import dev.parley.replay.Rooms;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People through the frame of drive: anything may arrive on a line, and every line is answered and attested. */
class DrivePeopleTest {
    private static final Map<String, String> ACTIONS = new TreeMap<>(Map.of(
            "identity",
            "voice_signal face_signal satellite_identity explicit_identity_claim validation_success validation_failure"
                    + " timeout strong_conflict speaking_turn silence_timeout end_conversation clarification_success",
            "addressing",
            "explicit_preference inferred_signal conflicting_signal ask",
            "age",
            "birthdate_known date_tick birthdate_updated confidence_drop",
            "mode",
            "participant_detected participant_left explicit_statement identity_confirmed identity_unknown",
            "command",
            "command_detected authorization_granted authorization_denied confirmation_required"
                    + " confirmation_received confirmation_timeout execution_success execution_failure"
                    + " context_changed done",
            "profile",
            "profile_update_requested authority_verified authority_denied owner_confirmation_received"
                    + " owner_confirmation_denied timeout context_changed applied done",
            "delegation",
            "delegation_intent_detected owner_confirmation owner_denial revoke_command timeout"
                    + " conversation_end done",
            "consent",
            "consent_request explicit_grant explicit_denial timeout conversation_end revoke done"));

    private static final List<String> PEOPLE = List.of("ana", "ben", "chris", "zed");

    private static final List<String> PARAMETERS = List.of(
            "\"person\":\"ana\"",
            "\"person\":\"x1\",\"known\":false",
            "\"person\":\"ben\",\"known\":true",
            "\"person\":\"ben\",\"confidence\":0.7",
            "\"confidence\":0.9",
            "\"confidence\":1.5",
            "\"command\":\"disable_alarm\"",
            "\"command\":\"turn_on_light\",\"by\":\"ana\"",
            "\"command\":\"open_garage\",\"by\":\"ben\",\"requires_confirmation\":true",
            "\"field\":\"birthdate\",\"value\":\"1990-01-01\"",
            "\"field\":\"nickname\",\"value\":{\"a\":[1]},\"confirmation_required\":true",
            "\"group\":\"security\",\"by\":\"ana\"",
            "\"group\":\"music\"",
            "\"purpose\":\"recording\"",
            "\"statement\":\"we are alone\",\"confirmed\":true,\"age\":\"ADULT\"",
            "\"statement\":\"someone arrived\"",
            "\"birthdate\":\"1990-01-01\",\"approved\":true",
            "\"birthdate\":\"2999-01-01\"",
            "\"role\":\"OWNER\",\"birthdate\":\"1980-05-01\"",
            "\"role\":\"KING\"",
            "\"by\":\"\"",
            "\"by\":7,\"person\":null",
            "");

    /** What someone who knows the machine would send along. */
    private static final Map<String, List<String>> FITTING = Map.of(
            "identity", PARAMETERS.subList(3, 5),
            "addressing", PARAMETERS.subList(4, 5),
            "age", PARAMETERS.subList(16, 17),
            "mode", PARAMETERS.subList(1, 3),
            "command", PARAMETERS.subList(6, 9),
            "profile", PARAMETERS.subList(9, 11),
            "delegation", PARAMETERS.subList(11, 12),
            "consent", PARAMETERS.subList(13, 14));

    private final Random random = new Random(20260310);

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String line(String room, int n) {
        String machine = room.equals("household") ? one(List.copyOf(ACTIONS.keySet())) : room;
        String action = n % 500 < 4 && room.equals("household")
                ? "person_added"
                : one(List.of(ACTIONS.getOrDefault(machine, "nonsense").split(" ")));
        String person = one(PEOPLE);
        String actor =
                one(List.of("system", "system", "user_" + person, "user_" + person, "user", "agent_a", "zed", ""));
        String sane = "{\"at\":\"2026-05-01T10:00:" + (10 + random.nextInt(50)) + "Z\",\"actor\":\"" + actor
                + "\",\"target\":\"" + person + "\",\"machine\":\"" + machine + "\",\"action\":\"" + action
                + "\",\"parameters\":{" + parameters(machine, action) + "}}";
        return switch (random.nextInt(25)) {
            case 0 -> sane.substring(0, random.nextInt(sane.length()) + 1);
            case 1 -> one(List.of("[]", "null", "{}", "not json", "{\"actor\":1}", "\u0000", "{{{{"));
            case 2 -> sane.replace("2026", one(List.of("26", "-2026", "+999999999", "20x6")));
            case 3 -> sane.replace("\"machine\":\"" + machine, "\"machine\":\"kitchen");
            case 4 -> sane.replace("\"target\":\"" + person, "\"target\":\"");
            default -> sane;
        };
    }

    private String parameters(String machine, String action) {
        if (action.equals("person_added")) {
            return PARAMETERS.get(18);
        }
        return one(random.nextInt(3) == 0 ? PARAMETERS : FITTING.getOrDefault(machine, PARAMETERS));
    }

    @ParameterizedTest
    @CsvSource({
        "household,40000",
        "identity,4000",
        "addressing,4000",
        "age,4000",
        "mode,4000",
        "command,4000",
        "profile,4000",
        "delegation,4000",
        "consent,4000",
    })
    void randomAndMalformedLinesAreAllAnsweredAndRebuild(String room, int lines) {
        Room<?, ?> opened = new Rooms().open(room, Json.Obj.EMPTY);
        Room<?, ?> again = new Rooms().open(room, Json.Obj.EMPTY);
        if (opened == null || again == null) {
            throw new AssertionError("there is no room " + room);
        }
        drive(room, lines, opened, again);
    }

    private <S extends Registered, E> void drive(String room, int lines, Room<S, E> opened, Room<?, ?> again) {
        Drive<S, E> drive = new Drive<>(opened);
        List<Json.Obj> answers = new ArrayList<>();
        int allowed = 0;
        for (int n = 1; n <= lines; n++) {
            answers.clear();
            drive.line(line(room, n), answers::add);
            assertTrue(!answers.isEmpty(), "line " + n + " got no answer");
            assertEquals(BigDecimal.valueOf(n), answers.getFirst().number("n"));
            allowed += "allowed".equals(answers.getFirst().text("decision")) ? 1 : 0;
        }
        List<Json.Obj> attestations = drive.attestations();
        System.out.println("drive " + room + ": " + lines + " lines, " + allowed + " allowed, " + attestations.size()
                + " attested");
        assertTrue(allowed > lines / 100, "the lines reach beyond the reader");
        assertEquals(new Rebuild.Result.Verified(), new Drive<>(again).rebuild(attestations));
    }
}
