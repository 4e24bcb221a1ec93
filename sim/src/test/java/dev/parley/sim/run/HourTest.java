package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A call of an hour leaves nothing behind in the session: no timer, no ticket, no turn, no stream and no permit. */
class HourTest {
    private static final long ROUND_MS = 30_000;
    private static final int ROUNDS = 120;
    private static final int WARM_ROUNDS = 24;

    private final Scenario scenario;
    private final VirtualTime time;
    private final MemoryJournal journal = new MemoryJournal();
    private final List<Object> world = new ArrayList<>();
    private final VirtualSession session;

    HourTest() throws Exception {
        scenario = ScenarioReader.yaml(yaml());
        time = new VirtualTime(scenario.start().toEpochMilli());
        session = new VirtualSession(
                time,
                new SessionHost.Wanted(
                        scenario.conversation(),
                        ScenarioRun.wanted(scenario, 0).what(),
                        scenario.settings(),
                        Map.of(),
                        this::world),
                (_, _) -> journal,
                List.of());
    }

    private ConversationLoop.Ports world(SessionHost.Place place) {
        ConversationLoop.Ports ports = ScenarioRun.world(scenario, 0, place);
        world.add(ports);
        return ports;
    }

    /** In every round: a question that is interrupted, a tool, an approval, a command, noise, and something typed. */
    private static String yaml() {
        StringBuilder yaml = new StringBuilder("""
                name: an hour
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                providers: {tts: [primary, backup]}
                agent:
                  - {when: story, says: "Once upon a time there was a long story.", audio_ms: 8000}
                  - {when: weather, calls: [{id: c1, tool: weather, args: {city: Rome}}]}
                  - {when_result: c1, says: "Sunny.", audio_ms: 500}
                  - {when: letter, calls: [{id: c2, tool: mail, args: {to: ben}}]}
                  - {when_result: c2, says: "Sent.", audio_ms: 400}
                  - {when: light, calls: [{id: c3, tool: turn_on_light, args: {}}]}
                  - {when_result: c3, says: "Done.", audio_ms: 400}
                tools:
                  weather: {takes_ms: 700, returns: {sky: clear}}
                  mail: {takes_ms: 300, returns: {sent: true}, approval: required}
                  turn_on_light: {takes_ms: 100, returns: {on: true}}
                """);
        StringBuilder faults = new StringBuilder("faults:\n");
        yaml.append("user:\n");
        for (int i = 0; i < ROUNDS; i++) {
            long at = i * ROUND_MS;
            yaml.append(voice(at + 500, at + 1_500, "a story please"))
                    .append(voice(at + 5_000, at + 6_000, "no, the weather"))
                    .append("  - {from_ms: " + (at + 9_000) + ", to_ms: " + (at + 9_200) + ", noise: true}\n")
                    .append("  - {at_ms: " + (at + 12_000) + ", types: \"a letter to ben\", by: ana}\n")
                    .append("  - {at_ms: " + (at + 13_000) + ", approves: c2" + again(i) + ", by: ana}\n")
                    .append(voice(at + 16_000, at + 17_000, "light on"))
                    .append(voice(at + 20_000, at + 21_000, "a story once more"))
                    .append("  - {at_ms: " + (at + 25_000) + ", stop: true}\n");
            faults.append(
                    "  - {at_ms: " + (at + 23_000) + ", provider: tts, name: primary, kind: error, for_ms: 10}\n");
        }
        return yaml.append(faults).toString();
    }

    private static String voice(long from, long to, String says) {
        return "  - {from_ms: " + from + ", to_ms: " + to + ", says: \"" + says + "\", by: ana}\n";
    }

    private static String again(int round) {
        return round == 0 ? "" : "#" + (round + 1);
    }

    private void offer(SessionEvent event) {
        session.offer(event);
    }

    @Test
    void anHourLeavesNothingBehindThatTheFirstMinutesDidNot() throws Exception {
        session.open();
        Map<String, Integer> early = Map.of();
        for (int i = 0; i < ROUNDS; i++) {
            playRound(i * ROUND_MS);
            if (i + 1 == WARM_ROUNDS) {
                early = live();
            }
        }
        Map<String, Integer> first = early;
        Map<String, Integer> grown = new TreeMap<>(live());
        grown.entrySet().removeIf(entry -> entry.getValue() <= first.getOrDefault(entry.getKey(), 0));
        assertEquals(Map.of(), grown);
        assertEquals(5L * ROUNDS, turns("turn_open"));
        assertEquals(5L * ROUNDS, turns("close"));
        assertTrue(turns("barge_in") >= ROUNDS);
    }

    private void playRound(long fromMs) {
        long toMs = fromMs + ROUND_MS;
        for (Scenario.Voice voice : scenario.voices()) {
            if (voice.fromMs() >= fromMs && voice.fromMs() < toMs) {
                VoiceKind kind = voice.noise() ? VoiceKind.NOISE : VoiceKind.SPEECH;
                time.atMs(
                        voice.fromMs(),
                        Rank.USER,
                        () -> offer(new SessionEvent.VoiceBegan(voice.id(), kind, voice.by())));
                time.atMs(voice.toMs(), Rank.USER, () -> offer(new SessionEvent.VoiceEnded(voice.id())));
            }
        }
        for (Scenario.Step step : scenario.steps()) {
            if (step.atMs() >= fromMs && step.atMs() < toMs) {
                time.atMs(step.atMs(), step.rank(), () -> offer(step.event()));
            }
        }
        time.advanceTo((toMs - 1) * 1_000_000);
    }

    /** The scenario's own future, faults included, and the record are not the session's. */
    private Map<String, Integer> live() throws IllegalAccessException {
        return LiveObjects.from(Set.of(MemoryJournal.class, Scenario.class), session, world, time);
    }

    private long turns(String signal) {
        return journal.runes().stream()
                .filter(rune -> signal.equals(rune.payload().text("signal")))
                .count();
    }
}
