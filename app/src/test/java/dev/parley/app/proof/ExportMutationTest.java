package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is changed in an exported conversation, with all hashes and digests taken out, is found by {@code replay --file
 * --no-chain} at the first event that cannot be right, or makes a conversation that could have been held.
 */
class ExportMutationTest {
    private static final long SEED = 20_261_116;
    /** All of them in {@code verify --long}. */
    private static final int OF_EACH_KIND =
            Integer.getInteger("parley.mutants", Boolean.getBoolean("parley.long") ? Integer.MAX_VALUE : 500);

    /** The time of one verdict of so many is tried. */
    private static final int TIMES_ONE_OF = 5;

    /** One end of so many is tried in {@code verify}. */
    private static final int ENDS_ONE_OF = 12;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before anything runs
    private static Path folder;

    private static Map<String, List<Json.Obj>> held = Map.of();

    @BeforeAll
    static void holdConversations() throws IOException {
        held = Exports.held(folder);
    }

    @Test
    void everyConversationIsProvenFromItsFileAlone() {
        assertTrue(held.size() > 130, () -> "held " + held.size());
        held.forEach((name, lines) -> assertNull(Exports.replayed(lines).fault(), name));
    }

    @Test
    void whateverIsChangedIsFoundOrIsAConversationOfItsOwn() {
        Map<Mutant.Kind, Sample> samples = new EnumMap<>(Mutant.Kind.class);
        Map<String, Integer> outcomes = new TreeMap<>();
        List<String> unfound = new ArrayList<>();
        Consumer<Mutant> attempt =
                mutant -> outcomes.merge(mutant.kind() + " " + outcome(mutant, unfound), 1, Integer::sum);
        held.values().forEach(lines -> {
            for (int i = 0; i < lines.size(); i++) {
                Mutant.at(lines, i)
                        .forEach(mutant -> samples.computeIfAbsent(mutant.kind(), _ -> new Sample(OF_EACH_KIND, SEED))
                                .add(mutant, attempt));
            }
        });
        assertEquals(Mutant.Kind.values().length, samples.size(), () -> "kinds of change: " + samples.keySet());
        samples.values().forEach(sample -> sample.chosen().forEach(attempt));
        assertEquals(
                "", String.join("\n", unfound), () -> "with seed " + SEED + " nothing was found in " + unfound.size());
        int count = outcomes.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(count >= 2_000, () -> "tried " + count);
        System.out.println("mutations with seed " + SEED + ": " + count + ", " + outcomes);
    }

    /**
     * A process may die after any rune. What it left is proven, or ends in the middle of a step and is said to; and where the
     * end of the conversation is put behind such a step, that is no whole record.
     */
    @Test
    void whereverARecordEndsItIsProvenUpToThere() {
        Random random = new Random(SEED);
        int unfinished = 0;
        for (Map.Entry<String, List<Json.Obj>> record : held.entrySet()) {
            List<Json.Obj> lines = record.getValue();
            int over = over(lines);
            for (int length = 1; length < over; length++) {
                if (OF_EACH_KIND == Integer.MAX_VALUE || random.nextInt(ENDS_ONE_OF) == 0) {
                    List<Json.Obj> left = lines.subList(0, length);
                    Exports.Proof proof = Exports.replayed(left);
                    assertEquals(proof.fault() != null, proof.unfinished(), () -> record.getKey() + proof.fault());
                    boolean lacksOnlyItsEnd = length == over - 1;
                    if (proof.unfinished() && !lacksOnlyItsEnd && over < lines.size()) {
                        unfinished++;
                        List<Json.Obj> pretends = new ArrayList<>(left);
                        pretends.addAll(lines.subList(over, lines.size()));
                        Exports.Proof pretended = Exports.replayed(pretends);
                        assertTrue(pretended.fault() != null, () -> record.getKey() + " after " + left.size());
                        assertFalse(pretended.unfinished(), () -> record.getKey() + " after " + left.size());
                    }
                }
            }
        }
        int found = unfinished;
        assertTrue(found > 200, () -> "ended in the middle of a step " + found);
    }

    /** Where the record says that the conversation is over, or its length. */
    private static int over(List<Json.Obj> lines) {
        int at = 0;
        while (at < lines.size() && !Exports.text(lines.get(at), "kind").equals("control.ended")) {
            at++;
        }
        return at;
    }

    /** What few conversations hold, so that a choice among all changes seldom meets it. */
    @Test
    void whoAskedAndWhatWasAnsweredIsFoundInEveryConversation() {
        Set<String> steps = Set.of(
                "explicit_grant",
                "owner_confirmation",
                "owner_denial",
                "delegation_intent_detected",
                "consent_request",
                "ROLLBACK",
                "COMMIT",
                "STOP");
        Set<Mutant.Kind> kinds = EnumSet.of(Mutant.Kind.DROP, Mutant.Kind.ACTOR);
        List<String> unfound = new ArrayList<>();
        Set<String> met = new TreeSet<>();
        held.values().forEach(lines -> {
            for (int i = 0; i < lines.size(); i++) {
                String step = Exports.text(Exports.payload(lines.get(i)), "action");
                if (steps.contains(step)) {
                    met.add(step);
                    Mutant.at(lines, i).stream()
                            .filter(mutant -> kinds.contains(mutant.kind()))
                            .forEach(mutant -> outcome(mutant, unfound));
                }
            }
        });
        assertEquals(steps, met);
        assertEquals("", String.join("\n", unfound));
    }

    /** On a fast machine a yes is written in the millisecond in which its question was heard. It is missed all the same. */
    @Test
    void aYesInTheMillisecondOfItsQuestionIsMissed() {
        Set<String> answers = Set.of("explicit_grant", "owner_confirmation");
        int tried = 0;
        for (Map.Entry<String, List<Json.Obj>> record : held.entrySet()) {
            List<Json.Obj> lines = record.getValue();
            for (int i = 0; i < lines.size(); i++) {
                Json.Obj yes = lines.get(i);
                long answer = Exports.number(Exports.parameters(yes), "answer");
                if (!record.getKey().startsWith("talk-")
                        || !answers.contains(Exports.text(Exports.payload(yes), "action"))
                        || Exports.number(Exports.parameters(yes), "reply") == 0) {
                    continue;
                }
                List<Json.Obj> atOnce = new ArrayList<>(lines);
                int heard = heardBefore(lines, answer);
                Json at = Objects.requireNonNull(lines.get(heard).get("monotonic_ns"));
                long aheadMs = aheadMs(lines.subList(0, heard));
                for (int between = heard; between <= i; between++) {
                    Json.Obj line = atOnce.get(between).with("monotonic_ns", at);
                    atOnce.set(between, Exports.payload(line).has("at") ? askedNow(line, aheadMs) : line);
                }
                assertNull(Exports.replayed(atOnce).fault(), record.getKey());
                atOnce.remove(i);
                assertTrue(Exports.replayed(atOnce).fault() != null, () -> record.getKey() + " without " + yes.text());
                tried++;
            }
        }
        int found = tried;
        assertTrue(found >= 3, () -> "answers in words " + found);
    }

    /** How far the clock of decisions is ahead of that of the runes, as far as these lines tell. */
    private static long aheadMs(List<Json.Obj> lines) {
        return lines.stream()
                .filter(line -> Exports.payload(line).has("at"))
                .mapToLong(line -> askedMs(line) - Exports.number(line, "monotonic_ns") / 1_000_000)
                .max()
                .orElseThrow();
    }

    private static List<Json> at(Json.Obj line) {
        return ((Json.Arr) Objects.requireNonNull(Exports.payload(line).get("at"))).items();
    }

    private static long askedMs(Json.Obj line) {
        long nanos = ((Json.Num) at(line).get(1)).value().longValue();
        return ((Json.Num) at(line).getFirst()).value().longValue() * 1_000 + nanos / 1_000_000;
    }

    /** The same verdict, asked for at the time of its rune. */
    private static Json.Obj askedNow(Json.Obj line, long aheadMs) {
        long ms = aheadMs + Exports.number(line, "monotonic_ns") / 1_000_000;
        Json at = Json.of(List.of(Json.of(ms / 1_000), Json.of(ms % 1_000 * 1_000_000), at(line).getLast()));
        return line.with("payload", Exports.payload(line).with("at", at));
    }

    /** A day earlier or later somebody is of age, a loan lasts and a yes is in time: no verdict is of another time than its rune. */
    @Test
    void aVerdictThatWasAskedForAtAnotherTimeIsFoundWhereItStands() {
        int tried = 0;
        for (List<Json.Obj> lines : held.values()) {
            for (int i = 0; i < lines.size(); i++) {
                Json.Obj line = lines.get(i);
                boolean follows = i > 0 && Exports.payload(line).get("at") instanceof Json.Arr;
                if (follows && Exports.payload(line).has("parent") && i % TIMES_ONE_OF == 0) {
                    for (long bySeconds : new long[] {-86_400, 86_400}) {
                        assertFoundWhereItStands(lines, i, "at", moved(line, bySeconds));
                        tried++;
                    }
                }
            }
        }
        int found = tried;
        assertTrue(found > 500, () -> "verdicts " + found);
    }

    private static void assertFoundWhereItStands(List<Json.Obj> lines, int place, String key, Json instead) {
        Json.Obj line = lines.get(place);
        List<Json.Obj> edited = new ArrayList<>(lines);
        edited.set(place, line.with("payload", Exports.payload(line).with(key, instead)));
        assertEquals(Exports.number(line, "event_id"), Exports.replayed(edited).at(), line::text);
    }

    private static Json moved(Json.Obj line, long bySeconds) {
        List<Json> at = new ArrayList<>(
                ((Json.Arr) Objects.requireNonNull(Exports.payload(line).get("at"))).items());
        at.set(0, Json.of(((Json.Num) at.getFirst()).value().longValue() + bySeconds));
        return Json.of(at);
    }

    /** The last thing that was heard to its end before this event. */
    private static int heardBefore(List<Json.Obj> lines, long event) {
        int last = 0;
        for (int i = 0; i < lines.size() && Exports.number(lines.get(i), "event_id") < event; i++) {
            last = Exports.text(lines.get(i), "kind").equals("playback.ended") ? i : last;
        }
        return last;
    }

    private static String outcome(Mutant mutant, List<String> unfound) {
        Exports.Proof proof = Exports.replayed(mutant.lines());
        if (proof.fault() == null) {
            List<Json.Obj> original = held.get(Exports.text(mutant.rune(), "conversation"));
            Legal legal = Legal.why(mutant, assertPresent(original), proof);
            if (legal == null) {
                unfound.add(mutant + " was " + mutant.rune().text());
            }
            return legal == null ? "unfound" : legal.name();
        }
        assertTrue(proof.at() >= mutant.at(), () -> mutant + " was blamed on an event before it: " + proof.fault());
        if (mutant.kind() == Mutant.Kind.FLIP) {
            assertEquals(mutant.at(), proof.at(), () -> mutant + " is found where it is: " + proof.fault());
        }
        return proof.at() == mutant.at() ? "found there" : "found later";
    }

    private static List<Json.Obj> assertPresent(@Nullable List<Json.Obj> lines) {
        return Objects.requireNonNull(lines);
    }

    /** No voice is noticed before it begins, so nobody can move a yes behind its question by its beginning. */
    @Test
    void aVoiceThatBeganLaterThanItWasNoticedIsFoundWhereItStands() {
        int tried = 0;
        for (List<Json.Obj> lines : held.values()) {
            for (int i = 0; i < lines.size(); i++) {
                Json.Obj line = lines.get(i);
                if (Exports.text(line, "kind").equals("voice.began")) {
                    long laterMs = Exports.number(line, "monotonic_ns") / 1_000_000 + 1;
                    assertFoundWhereItStands(lines, i, "began_ms", Json.of(laterMs));
                    tried++;
                }
            }
        }
        int found = tried;
        assertTrue(found > 50, () -> "voices " + found);
    }

    /** The program vouches for those whom the first rune names, so nobody becomes somebody by a name that was put in later. */
    @Test
    void somebodyWhoWasNotNamedAtTheBeginningIsFoundWhereTheyMoveIn() {
        int tried = 0;
        for (List<Json.Obj> lines : held.values()) {
            Json.Obj created = Exports.payload(lines.getFirst());
            if (created.get("people") instanceof Json.Arr(List<Json> people) && !people.isEmpty()) {
                List<Json.Obj> edited = new ArrayList<>(lines);
                edited.set(0, lines.getFirst().with("payload", created.with("people", Json.of(List.of()))));
                Exports.Proof proof = Exports.replayed(edited);
                Json.Obj blamed = lines.stream()
                        .filter(line -> Exports.number(line, "event_id") == proof.at())
                        .findFirst()
                        .orElse(Json.Obj.EMPTY);
                assertEquals(
                        "validation_success", Exports.text(Exports.payload(blamed), "action"), lines.getFirst()::text);
                tried++;
            }
        }
        int found = tried;
        assertTrue(found >= 3, () -> "conversations with people " + found);
    }

    /** Nothing that a runtime writes is under no lease, so that nobody can put something else in the place of what is due. */
    @Test
    void aFactUnderNoLeaseIsFoundWhereItStands() {
        Set<String> due = Set.of("tool.dispatched", "tool.result", "system.invariant_violation", "turn.started");
        int tried = 0;
        for (List<Json.Obj> lines : held.values()) {
            for (int i = 0; i < lines.size(); i++) {
                Json.Obj line = lines.get(i);
                if (due.contains(Exports.text(line, "kind"))) {
                    Json.Obj other = line.with("lease_epoch", 0).with("payload", Json.Obj.EMPTY);
                    Json.Obj said = line.with("lease_epoch", 0).with("kind", "agent.said");
                    boolean ofARoom = !Exports.text(line, "kind").equals("system.invariant_violation");
                    Json.Obj log = ofARoom ? said.with("kind", "system.readmitted") : other;
                    for (Json.Obj instead : List.of(other, said, log)) {
                        List<Json.Obj> edited = new ArrayList<>(lines);
                        edited.set(i, instead);
                        long at = Exports.number(line, "event_id");
                        long found = Exports.replayed(edited).at();
                        boolean ofTheLog = Exports.text(instead, "kind").equals("system.readmitted");
                        assertTrue(ofTheLog ? found >= at : found == at, () -> instead.text() + " found at " + found);
                        tried++;
                    }
                }
            }
        }
        int found = tried;
        assertTrue(found > 500, () -> "facts " + found);
    }

    /** The verdict that opens a turn names the hash of its plan, and the plan is written down beside it. */
    @Test
    void aPlanThatIsNotTheOneInForceIsFoundWhereItStands() {
        List<Json.Obj> lines = assertPresent(held.get("talk-1"));
        for (int i = 0; i < lines.size(); i++) {
            Json.Obj line = lines.get(i);
            boolean isPlan = Exports.text(line, "kind").equals("turn.plan");
            if (isPlan || Exports.text(line, "kind").equals("session.pipeline")) {
                List<Json.Obj> edited = new ArrayList<>(lines);
                String key = isPlan ? "bindings" : "budgets";
                edited.set(
                        i, line.with("payload", Exports.payload(line).with(key, Json.Obj.EMPTY.with("llm", "other"))));
                Exports.Proof proof = Exports.replayed(edited);
                assertTrue(proof.fault() != null && proof.at() >= i + 1, line::text);
            }
            if (isPlan) {
                List<Json.Obj> edited = new ArrayList<>(lines);
                edited.remove(i);
                assertTrue(Exports.replayed(edited).fault() != null, line::text);
            }
        }
    }

    @Test
    void theCommandsSayTheSame() throws IOException {
        List<Json.Obj> lines = assertPresent(held.get("talk-1"));
        Path file = folder.resolve("talk-1.ndjson");
        Files.writeString(file, text(lines));
        Json.Obj sound = Exports.parsed(Exports.run("", "replay", "--file", file.toString(), "--no-chain"));
        assertEquals(true, sound.flag("verified"), sound::text);
        List<Json.Obj> edited = new ArrayList<>(lines);
        edited.removeIf(line -> Exports.text(Exports.payload(line), "action").equals("approve"));
        Json.Obj found = Exports.parsed(Exports.run(text(edited), "replay", "--file", "-", "--no-chain"));
        assertEquals(false, found.flag("verified"), found::text);
        Json.Obj fault = found.get("first_fault") instanceof Json.Obj first ? first : Json.Obj.EMPTY;
        assertEquals("verdict.tool", fault.text("kind"), found::text);
        assertTrue(fault.has("expected") && fault.has("found") && fault.has("event_id"), found::text);
        Json.Obj unchained = Exports.parsed(Exports.run("", "log", "verify", "--file", file.toString()));
        assertEquals(false, unchained.flag("verified"), unchained::text);
    }

    @Test
    void aWholeExportIsVerifiedWithItsChainAndAnEditedByteIsNot() {
        String exported = Exports.run(
                "", "log", "export", "--data", folder.resolve("talk").toString(), "talk-1");
        Json.Obj sound = Exports.parsed(Exports.run(exported, "log", "verify", "--file", "-"));
        assertEquals(true, sound.flag("verified"), sound::text);
        Json.Obj replayed = Exports.parsed(Exports.run(exported, "replay", "--file", "-"));
        assertEquals(true, replayed.flag("verified"), replayed::text);
        String edited = exported.replaceFirst("\"kitchen\"", "\"bedroom\"");
        Json.Obj found = Exports.parsed(Exports.run(edited, "log", "verify", "--file", "-"));
        assertEquals(false, found.flag("verified"), found::text);
        List<String> lines = new ArrayList<>(exported.lines().toList());
        lines.remove(20);
        Json.Obj gap = Exports.parsed(Exports.run(String.join("\n", lines), "log", "verify", "--file", "-"));
        assertTrue(gap.text().contains("\"event_id\":22"), gap::text);
    }

    private static String text(List<Json.Obj> lines) {
        StringBuilder all = new StringBuilder();
        lines.forEach(line -> all.append(line.text()).append('\n'));
        return all.toString();
    }
}
