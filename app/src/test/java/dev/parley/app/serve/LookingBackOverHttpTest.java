package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What those who run a house ask of a server that runs: decisions, proofs, other rules, and a conversation's own people. */
@Timeout(120)
class LookingBackOverHttpTest {
    private static final String KEYS = """
        keys:
          - {key: sk-ana, role: client, people: [ana]}
          - {key: sk-nobody, role: client}
          - {key: sk-operator, role: operator}
          - {key: sk-auditor, role: auditor}
        """;
    private static final String LIST = "/v1/conversations";

    @TempDir
    static Path folder;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static ServedParley parley;

    @BeforeAll
    static void open() throws IOException {
        parley = new ServedParley(folder, KEYS, Map.of());
    }

    @AfterAll
    static void close() {
        parley.close();
    }

    private static String begun() throws IOException, InterruptedException {
        return LIST + "/"
                + ServedParley.object(parley.post("sk-ana", LIST, "").body()).text("conversation");
    }

    private static String garageIsAskedAbout() throws IOException, InterruptedException {
        String talk = begun();
        assertEquals(
                202,
                parley.post("sk-ana", talk + "/messages", "{\"text\":\"open the garage\"}")
                        .statusCode());
        return talk;
    }

    private static Json.Obj answer(int status, HttpResponse<String> response) {
        assertEquals(status, response.statusCode(), response.body());
        return ServedParley.object(response.body());
    }

    private static int items(Json.Obj body, String name) {
        return body.get(name) instanceof Json.Arr(List<Json> items) ? items.size() : -1;
    }

    /** Approves once the question was said. */
    private static void approved(String talk) throws IOException, InterruptedException {
        HttpResponse<String> answered = parley.post("sk-ana", talk + "/approvals/c1", "{\"approve\":true}");
        while (answered.statusCode() == 404 || answered.statusCode() == 409) {
            answered = parley.post("sk-ana", talk + "/approvals/c1", "{\"approve\":true}");
        }
        answer(200, answered);
    }

    @Test
    void decisionsAreListedByPagesAndHoldWhenTheyAreReplayed() throws IOException, InterruptedException {
        String talk = garageIsAskedAbout();
        approved(talk);
        Json.Obj first = parley.get("sk-auditor", talk + "/attestations?limit=5");
        assertEquals(5, items(first, "attestations"));
        String next = String.valueOf(first.number("next"));
        assertTrue(items(parley.get("sk-operator", talk + "/attestations?after=" + next), "attestations") > 5);
        assertEquals(0, items(parley.get("sk-auditor", talk + "/snapshots"), "snapshots"));
        Json.Obj replayed = parley.get("sk-auditor", talk + "/replay");
        assertEquals(true, replayed.flag("verified"), replayed.canonical());
        Json.Obj state = (Json.Obj) parley.get("sk-auditor", talk + "/streams").get("streams");
        assertTrue(state != null && state.has("voice"), String.valueOf(state));
    }

    @Test
    void anExportIsProvenElsewhere() throws IOException, InterruptedException {
        String talk = garageIsAskedAbout();
        approved(talk);
        parley.post("sk-ana", talk + "/stop", "");
        Path file = Files.writeString(folder.resolve("export.ndjson"), parley.text("sk-auditor", talk + "/export"));
        assertEquals(0, new Commands().code("", "log", "verify", "--file", file.toString()));
        List<Json.Obj> attested = parley.recordOf("house:server");
        assertTrue(attested.getLast().text().contains("\"act\":\"/export\""), attested::toString);
    }

    @Test
    void otherRulesAreTriedAndNothingChanges() throws IOException, InterruptedException {
        String talk = garageIsAskedAbout();
        approved(talk);
        String id = talk.substring(LIST.length() + 1);
        Json.Obj report = answer(
                200,
                parley.post(
                        "sk-auditor",
                        "/v1/what-if",
                        "{\"conversations\":[\"" + id + "\"],\"policy\":{\"open_garage\":\"deny\"}}"));
        assertEquals(1, items(report, "flips"), report.text());
        String names = String.join(",", Collections.nCopies(20_000, "\"" + id + "\""));
        Json.Obj repeated = answer(
                200,
                parley.post(
                        "sk-auditor",
                        "/v1/what-if",
                        "{\"conversations\":[" + names + "],\"policy\":{\"open_garage\":\"deny\"}}"));
        // The conversation may have gone on meanwhile.
        Json.Obj later = answer(200, parley.post("sk-auditor", "/v1/what-if", "{\"conversations\":[\"" + id + "\"]}"));
        assertTrue(verdicts(report) <= verdicts(repeated) && verdicts(repeated) <= verdicts(later), repeated.text());
        assertEquals(1, items(repeated, "flips"));
        assertEquals(BigDecimal.valueOf(19_999), repeated.number("repeated"));
        assertEquals(true, repeated.flag("complete"));
        Json.Obj bad = answer(400, parley.post("sk-auditor", "/v1/what-if", "{\"household\":\"people: 3\"}"));
        assertTrue(String.valueOf(bad.text("detail")).startsWith("household:1: people:"), bad.text());
    }

    @Test
    void anAnswerThatDoesNotCountSaysWhyAndWhatToDo() throws IOException, InterruptedException {
        String talk = garageIsAskedAbout();
        HttpResponse<String> refused = parley.post("sk-operator", talk + "/approvals/c1", "{\"approve\":true}");
        while (refused.statusCode() != 403) {
            refused = parley.post("sk-operator", talk + "/approvals/c1", "{\"approve\":true}");
        }
        Json.Obj problem = answer(403, refused);
        assertEquals("denied", problem.text("code"));
        assertEquals("tool.approval.household", problem.text("rule"));
        assertTrue(String.valueOf(problem.text("detail")).contains("name with 'by' a person"), problem.text());
        String event = String.valueOf(problem.number("event_id"));
        assertEquals(
                "verdict.tool",
                parley.get("sk-operator", talk + "/explain/" + event).text("kind"));
        approved(talk);
        Json.Obj late = answer(403, parley.post("sk-ana", talk + "/confirmations/open_garage", "{\"confirm\":true}"));
        assertTrue(String.valueOf(late.text("detail")).contains("nothing of the kind waits"), late.text());
        assertEquals("people.command.no_transition", late.text("rule"));
    }

    /** The question may not have been asked, or not have been heard to its end; the answer to that does not wait. */
    @Test
    void aYesThatComesTooEarlyIsToldSo() throws IOException, InterruptedException {
        String talk = garageIsAskedAbout();
        HttpResponse<String> answered =
                parley.post("sk-ana", talk + "/confirmations/open_garage", "{\"confirm\":true}");
        while (answered.statusCode() != 200) {
            String code = String.valueOf(ServedParley.object(answered.body()).text("code"));
            assertTrue(Set.of("denied", "not_asked_yet").contains(code), answered.body());
            answered = parley.post("sk-ana", talk + "/confirmations/open_garage", "{\"confirm\":true}");
        }
    }

    @Test
    void aCommandOfNobodySaysWhoWouldHaveToGiveIt() throws IOException, InterruptedException {
        String talk = LIST + "/"
                + ServedParley.object(parley.post("sk-nobody", LIST, "").body()).text("conversation");
        answer(202, parley.post("sk-nobody", talk + "/messages", "{\"text\":\"turn on the kitchen lights\"}"));
        Json.Obj denied = Json.Obj.EMPTY;
        while (denied.fields().isEmpty()) {
            Json found = parley.get("sk-auditor", talk + "/attestations").get("attestations");
            denied = found instanceof Json.Arr(List<Json> all) ? refused(all) : denied;
        }
        String why = parley.get("sk-auditor", talk + "/explain/" + denied.number("event_id"))
                .text();
        assertTrue(why.contains("if somebody asked for it whom the house knows and has confirmed"), why);
        assertFalse(why.contains("\"never\""), why);
    }

    private static Json.Obj refused(List<Json> attestations) {
        return attestations.stream()
                .filter(each -> each.text().contains("\"command_detected\""))
                .map(Json.Obj.class::cast)
                .findFirst()
                .orElse(Json.Obj.EMPTY);
    }

    @Test
    void aPersonTellsTheHouseAboutThemselvesAndWhoCame() throws IOException, InterruptedException {
        String talk = begun();
        answer(200, parley.put("sk-ana", talk + "/people/ana/profile/favourite_colour", "{\"value\":\"blue\"}"));
        answer(403, parley.put("sk-ana", talk + "/people/ben/profile/favourite_colour", "{\"value\":\"blue\"}"));
        Json.Obj alone = parley.get("sk-ana", talk + "/people");
        assertEquals("PRIVATE", alone.text("company"));
        assertEquals(1, items(alone, "people"), "a client is told of its own people");
        answer(200, parley.post("sk-ana", talk + "/people/unknown/arrival", ""));
        assertEquals(
                "SHARED_UNVERIFIED", parley.get("sk-operator", talk + "/people").text("company"));
        answer(403, parley.post("sk-ana", talk + "/people/unknown/departure", ""));
        answer(200, parley.post("sk-operator", talk + "/people/unknown/departure", ""));
        String slower = "{\"action\":\"ENABLE_OVERRIDE\",\"speech_rate\":0.5}";
        answer(200, parley.post("sk-ana", talk + "/overrides", slower));
        assertEquals(
                "audio.accessibility.auditable",
                answer(403, parley.post("sk-ana", talk + "/overrides", slower)).text("rule"));
        Json.Obj calm = answer(403, parley.post("sk-operator", talk + "/resume", "{\"reason\":\"I looked\"}"));
        assertTrue(String.valueOf(calm.text("detail")).contains("is not halted"), calm.text());
        assertFalse(parley.get("sk-auditor", talk + "/replay").has("divergence"));
    }

    private static long verdicts(Json.Obj report) {
        return Objects.requireNonNull(report.number("verdicts")).longValue();
    }
}
