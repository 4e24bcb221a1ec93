package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.Confided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.event.SessionEvent.TextTyped;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Everything that the house knows of somebody is a word that occurs nowhere else. Whatever happens, nobody sees a word of
 * another in a rune of the conversation, and no verdict and no refusal gives one as its reason. A word counts from when the
 * house has learned it.
 */
class CanaryTest {
    private static final List<String> PEOPLE = List.of("ana", "ben", "dora");
    private static final List<String> VIEWERS = List.of("ana", "ben", "dora", "zed", "");
    private static final List<String> KINDS = List.of("allergy", "nickname", "address", "memory", "diary", "update");
    static final int ACTS = 15;
    private static final long STEP_MS = 700;
    private static final int SCRIPTS = 120;

    private static String canary(String person, String kind) {
        return "kz" + person + kind;
    }

    /** The birthdates are as unlike each other as the words. */
    private static List<String> canaries(String person) {
        List<String> all =
                new ArrayList<>(KINDS.stream().map(kind -> canary(person, kind)).toList());
        all.add(birthdate(person));
        return all;
    }

    /** What the agent says of somebody; a value that is only asked for is no fact yet and in no reply. */
    private static List<String> spoken(String person) {
        return canaries(person).stream()
                .filter(canary -> !canary.equals(canary(person, "update")))
                .toList();
    }

    private static String birthdate(String person) {
        return switch (person) {
            case "ana" -> "1981-03-07";
            case "ben" -> "1986-11-29";
            default -> "2018-08-19";
        };
    }

    private static String yaml() {
        StringBuilder yaml = new StringBuilder("name: canaries\npeople:\n");
        StringBuilder tools = new StringBuilder("tools:\n");
        StringBuilder agent = new StringBuilder("agent:\n");
        for (String person : PEOPLE) {
            yaml.append("  - {id: " + person + ", role: OWNER, birthdate: " + birthdate(person)
                    + ", confirmed: true, facts: {allergy: " + canary(person, "allergy") + ", nickname: "
                    + canary(person, "nickname") + "}, memories: [\"I like " + canary(person, "memory") + "\"]}\n");
            tools.append("  diary_" + person + ": {takes_ms: 50, personal: true, returns: {with: "
                    + canary(person, "diary") + "}}\n");
            agent.append("  - {when: \"diary " + person + "\", calls: [{id: d" + person + ", tool: diary_" + person
                    + ", args: {}}]}\n");
            agent.append("  - {when_result: d" + person + ", says: \"You see " + canary(person, "diary")
                    + ". That is all.\", audio_ms: 200}\n");
            agent.append("  - {when: \"about " + person + "\", says: \"Well. "
                    + String.join(" is here. ", spoken(person)) + " ends it.\", audio_ms: 500}\n");
        }
        agent.append("  - {when: \"everybody\", says: \"" + canary("ana", "allergy") + " and "
                + canary("ben", "nickname") + ". Good night.\", audio_ms: 300}\n");
        return yaml.append(tools).append(agent).toString();
    }

    private static List<SessionEvent> events(int act, String person, String other) {
        Json.Obj none = Json.Obj.EMPTY;
        return switch (act) {
            case 0 -> List.of(new TextTyped("diary " + person, person));
            case 1 -> List.of(new TextTyped("about " + person, person));
            case 2 -> List.of(new TextTyped("about " + other, person));
            case 3 -> List.of(new TextTyped("about " + person, "zed"));
            case 4 -> List.of(new TextTyped("everybody", person));
            case 5 -> List.of(new TextTyped("remember " + canary(person, "allergy"), person));
            case 6 -> List.of(mode("participant_detected", person, other, true));
            case 7 -> List.of(mode("participant_detected", person, "unknown", false));
            case 8 -> List.of(mode("participant_left", person, "unknown", false));
            case 9 -> List.of(mode("participant_left", person, other, true));
            case 10 ->
                List.of(new PeopleChanged(
                        "addressing", "explicit_preference", person, none.with("name", canary(person, "address")), ""));
            case 11 ->
                List.of(
                        new PeopleChanged(
                                "consent", "consent_request", person, none.with("purpose", "sharing"), person),
                        new PeopleChanged(
                                "consent", "explicit_grant", person, none.with("purpose", "sharing"), person));
            case 12 -> List.of(new PeopleChanged("identity", "strong_conflict", person, none, ""));
            case 13 ->
                List.of(new PeopleChanged(
                        "profile",
                        "profile_update_requested",
                        person,
                        none.with("field", "hobby").with("value", canary(person, "update")),
                        other));
            default ->
                List.of(new SessionEvent.OverrideRequested(
                        "ENABLE_OVERRIDE", none.with("forced_captions", true), person));
        };
    }

    private static PeopleChanged mode(String action, String about, String who, boolean known) {
        Json.Obj parameters = Json.Obj.EMPTY.with("person", who).with("known", known);
        return new PeopleChanged("mode", action, about, parameters, "");
    }

    private static List<Rune> played(List<Integer> script) throws BadScenario {
        Scenario scenario = ScenarioReader.yaml(yaml());
        VirtualTime time = new VirtualTime(scenario.start().toEpochMilli());
        MemoryJournal journal = new MemoryJournal();
        VirtualSession session =
                new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, List.of());
        session.open();
        for (int i = 0; i < script.size(); i++) {
            int number = script.get(i);
            String person = PEOPLE.get(number / ACTS % 3);
            String other = PEOPLE.get((number / ACTS + 1 + number / ACTS / 3) % 3);
            for (SessionEvent event : events(number % ACTS, person, other)) {
                time.atMs(STEP_MS * (i + 1), Rank.USER, () -> session.offer(event));
            }
        }
        time.run();
        session.end();
        return journal.runes();
    }

    /** The words that the house has learned by this rune. */
    private static void learn(Rune rune, Set<String> known) {
        boolean allowed = "allowed".equals(rune.payload().text("decision"));
        if (rune.kind().equals("knowledge.learned") || (rune.kind().equals("verdict.household") && allowed)) {
            PEOPLE.forEach(person -> canaries(person).stream()
                    .filter(rune.payload().canonical()::contains)
                    .forEach(known::add));
        }
    }

    private static void assertNoneOfOthers(String what, String text, String viewer, Set<String> known) {
        String shown = text.toLowerCase(Locale.ROOT);
        for (String owner : PEOPLE) {
            for (String canary : owner.equals(viewer) ? List.<String>of() : canaries(owner)) {
                assertFalse(
                        known.contains(canary) && shown.contains(canary), () -> viewer + " sees " + what + " " + shown);
            }
        }
    }

    @Test
    void nobodySeesAWordOfAnother() throws BadScenario {
        for (long seed = 1; seed <= SCRIPTS; seed++) {
            RandomSource random = RandomSource.seeded(seed);
            List<Integer> script = new ArrayList<>();
            for (int many = random.nextInt(31); many > 0; many--) {
                script.add(random.nextInt(6 * ACTS));
            }
            try {
                nobodySeesAWordOfAnother(script);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private static void nobodySeesAWordOfAnother(List<Integer> script) throws BadScenario {
        Set<String> known = new LinkedHashSet<>();
        for (Rune rune : played(script)) {
            for (String viewer : VIEWERS) {
                if (Confided.isShown(rune, Visibility.PUBLIC, viewer)) {
                    assertNoneOfOthers(rune.kind(), rune.payload().canonical(), viewer, known);
                }
            }
            String reason = rune.payload().text("reason");
            assertNoneOfOthers("the reason of " + rune.kind(), reason == null ? "" : reason, "", known);
            learn(rune, known);
        }
    }

    /** The property would hold of a mute house too: this one talks, and its people see what is theirs. */
    @Test
    void everybodySeesWhatIsTheirs() throws BadScenario {
        List<Rune> runes = played(List.of(0, 1, 10, 1, 14, 1));
        Set<String> kinds = Set.of("agent.sentence", "tool.result", "agent.reply", "caption");
        for (String kind : kinds) {
            assertTrue(
                    runes.stream()
                            .filter(rune -> rune.kind().equals(kind))
                            .filter(rune -> Confided.isShown(rune, Visibility.PUBLIC, "ana"))
                            .anyMatch(rune -> rune.payload().canonical().contains("kzana")),
                    kind);
            assertTrue(
                    runes.stream()
                            .filter(rune -> rune.kind().equals(kind))
                            .filter(rune -> Confided.isShown(rune, Visibility.INTERNAL, ""))
                            .anyMatch(rune -> rune.payload().canonical().contains("kzana")),
                    kind);
        }
    }
}
