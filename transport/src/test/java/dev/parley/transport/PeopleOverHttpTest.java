package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people say of themselves by requests is answered by what was decided about it in the end. */
@Timeout(60)
class PeopleOverHttpTest {
    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        local = new LocalServer(
                Parley.in(data)
                        .model((_, _) -> Reply.says("Fine."))
                        .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                        .person("chris", Role.GUEST, LocalDate.of(2019, 5, 1))
                        .open(),
                LocalServer.ANAS_KEY,
                new ServerSpec.Key("sk-chris", ServerSpec.Role.CLIENT, List.of("chris")),
                new ServerSpec.Key("sk-both", ServerSpec.Role.CLIENT, List.of("ana", "chris")),
                new ServerSpec.Key("sk-carl", ServerSpec.Role.CLIENT, List.of("carl")));
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private static Json.Obj answer(int status, HttpResponse<String> response) {
        assertEquals(status, response.statusCode(), response.body());
        return LocalServer.object(response.body());
    }

    private HttpResponse<String> keep(Conversation talk, String person, String field, String value)
            throws IOException, InterruptedException {
        String path = "/v1/conversations/" + talk.id() + "/people/" + person + "/profile/" + field;
        return local.send("sk-" + person, "PUT", path, "{\"value\":\"" + value + "\"}");
    }

    @Test
    void whatIsKeptIsKeptBeforeTheAnswer() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        Json.Obj kept = answer(200, keep(talk, "ana", "tea", "green"));
        assertEquals("allowed", kept.text("decision"));
        assertNull(kept.text("pending"));
        assertEquals("green", talk.household().fact("ana", "tea"));
    }

    @Test
    void aMinorsOwnAgeIsRefusedByTheRuleThatRefusesIt() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-chris", "");
        Json.Obj refused = answer(403, keep(talk, "chris", "birthdate", "1990-01-01"));
        assertEquals("denied", refused.text("code"));
        assertEquals("people.profile.self_age", refused.text("rule"));
        assertTrue(
                String.valueOf(refused.text("detail")).startsWith("profile_update_requested by user_chris is refused"),
                refused.text());
        answer(200, keep(talk, "chris", "tea", "green"));
    }

    @Test
    void everyWishIsAnsweredByItsOwnDecision() throws Exception {
        Conversation talk = local.begin("sk-chris", "");
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int time = 0; time < 30; time++) {
                String tea = "green " + time;
                Future<HttpResponse<String>> kept = both.submit(() -> keep(talk, "chris", "tea", tea));
                Future<HttpResponse<String>> refused =
                        both.submit(() -> keep(talk, "chris", "birthdate", "1990-01-01"));
                answer(200, kept.get());
                answer(403, refused.get());
            }
        }
    }

    @Test
    void anAgeThatSomebodyMustVouchForIsPending() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-carl", "");
        Json.Obj pending = answer(202, keep(talk, "carl", "birthdate", "1990-01-01"));
        assertEquals("allowed", pending.text("decision"));
        assertTrue(String.valueOf(pending.text("pending")).contains("another adult"), pending.text());
        assertNull(talk.household().fact("carl", "birthdate"));
        assertEquals(
                "people.profile.one_pending",
                answer(403, keep(talk, "carl", "tea", "green")).text("rule"));
    }

    /** Only whom the house knows is company that is known, whatever a client calls them. */
    @Test
    void aNameThatNobodyHasIsAStrangers() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        String people = "/v1/conversations/" + talk.id() + "/people";
        answer(200, local.send("sk-ana", "POST", people + "/zoe/arrival", ""));
        assertEquals("SHARED_UNVERIFIED", company(people));
    }

    /** Somebody of the house who is not confirmed in this conversation is unknown company, however often they are said to come. */
    @Test
    void anArrivalMakesNobodyKnown() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        String people = "/v1/conversations/" + talk.id() + "/people";
        for (int i = 0; i < 2; i++) {
            answer(200, local.send("sk-ana", "POST", people + "/chris/arrival", ""));
            assertEquals("SHARED_UNVERIFIED", company(people));
        }
    }

    @Test
    void whoIsConfirmedHereStaysKnownWhenTheyAreSaidToCome() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-both", "");
        String people = "/v1/conversations/" + talk.id() + "/people";
        answer(200, local.send("sk-both", "POST", people + "/chris/arrival", ""));
        assertEquals(
                "SHARED_VERIFIED",
                answer(200, local.send("sk-both", "GET", people, "")).text("company"));
    }

    private String company(String people) throws IOException, InterruptedException {
        return String.valueOf(
                answer(200, local.send("sk-ana", "GET", people, "")).text("company"));
    }

    @Test
    void whatIsKeptIsBounded() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        assertEquals(
                "value_too_long",
                answer(413, keep(talk, "ana", "tea", "x".repeat(4_097))).text("code"));
        answer(200, keep(talk, "ana", "tea", "x".repeat(4_096)));
    }

    /** Whoever is told that it is over finds all of it. */
    @Test
    void anEndIsOnDiskBeforeItIsAnswered() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        Json.Obj ended = answer(200, local.send("sk-ana", "DELETE", "/v1/conversations/" + talk.id(), ""));
        long head = local.parley().record().head(talk.id()).eventId();
        assertEquals(head, Objects.requireNonNull(ended.number("head")).longValue());
    }

    @Test
    void aValueOutOfRangeIsNamedAsSuch() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        String path = "/v1/conversations/" + talk.id() + "/overrides";
        Json.Obj refused =
                answer(400, local.send("sk-ana", "POST", path, "{\"action\":\"ENABLE_OVERRIDE\",\"speech_rate\":1e9}"));
        assertEquals("bad_request", refused.text("code"));
        assertEquals("request.malformed", refused.text("rule"));
        assertTrue(
                String.valueOf(refused.text("detail")).contains("speech_rate must be a number from 0.1 to 10"),
                refused.text());
    }

    /** What is no wish at all never reaches the thread of all conversations. */
    @Test
    void anOverrideOfAnotherFormIsRefusedBeforeItIsTold() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        String path = "/v1/conversations/" + talk.id() + "/overrides";
        StringBuilder keys = new StringBuilder("{\"0\":0");
        for (int i = 1; i < 50_000; i++) {
            keys.append(",\"").append(i).append("\":").append(i % 10);
        }
        long head = local.parley().record().head(talk.id()).eventId();
        for (String wrong : List.of(
                "\"scope\":" + keys + "}",
                "\"scope\":\"house\"",
                "\"scope\":null",
                "\"speech_rate\":{\"a\":1}",
                "\"speech_rate\":0." + "1".repeat(900),
                "\"speech_rate\":1e1000000",
                "\"pause_amplification\":\"2\"",
                "\"forced_captions\":[]")) {
            Json.Obj refused =
                    answer(400, local.send("sk-ana", "POST", path, "{\"action\":\"ENABLE_OVERRIDE\"," + wrong + "}"));
            assertEquals("bad_request", refused.text("code"));
            assertNull(refused.text("rule"));
        }
        assertEquals(head, local.parley().record().head(talk.id()).eventId());
        String own = "{\"action\":\"ENABLE_OVERRIDE\",\"scope\":\"user\",\"speech_rate\":0.5,"
                + "\"pause_amplification\":null,\"forced_captions\":true}";
        answer(200, local.send("sk-ana", "POST", path, own));
    }

    @Test
    void aProfileTakesSoManyFieldsAndNoMore() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        int taken = 0;
        HttpResponse<String> last = keep(talk, "ana", "field0", "x");
        while (last.statusCode() == 200 && taken < 300) {
            taken++;
            last = keep(talk, "ana", "field" + taken, "x");
        }
        assertEquals("profile_full", answer(409, last).text("code"));
        assertTrue(taken > 200 && taken <= 256, "taken were " + taken);
        answer(200, keep(talk, "ana", "field1", "y"));
    }

    /** Names are free, and whoever came is kept for as long as the conversation lasts. */
    @Test
    void oneClientCanNotFillTheHouseWithStrangers() throws IOException, InterruptedException {
        Conversation talk = local.begin("sk-ana", "");
        String people = "/v1/conversations/" + talk.id() + "/people/";
        int taken = 0;
        HttpResponse<String> last = local.send("sk-ana", "POST", people + "x0/arrival", "");
        while (last.statusCode() == 200 && taken < 200) {
            taken++;
            last = local.send("sk-ana", "POST", people + "x" + taken + "/arrival", "");
        }
        assertEquals("company_full", answer(409, last).text("code"));
        assertEquals(64, taken);
        answer(200, local.send("sk-ana", "POST", people + "x1/arrival", ""));
        answer(200, local.send("sk-ana", "POST", people + "chris/arrival", ""));
    }
}
