package dev.parley.sim.script;

import dev.parley.provider.Modality;
import dev.parley.session.event.Reply;
import dev.parley.session.event.Reply.ToolRequest;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario.ClockJump;
import dev.parley.sim.script.Scenario.Failure;
import dev.parley.sim.script.Scenario.Fault;
import dev.parley.sim.script.Scenario.Rule;
import dev.parley.sim.script.Scenario.Step;
import dev.parley.sim.script.Scenario.Voice;
import dev.parley.state.CountedWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads who does what and when: the people, the agent's rules and the faults. */
final class ScriptReader {
    /** A day: playback leaves a rune every second. */
    private static final long AUDIO_MS_MAX = 86_400_000;

    private static final Set<String> AGENT =
            Set.of("at_ms", "when", "when_result", "says", "audio_ms", "interruptible", "calls", "model", "agent");
    private static final Set<String> FAULT =
            Set.of("at_ms", "provider", "name", "kind", "for_ms", "lease", "clock_jump_ms", "agent");
    /** How long a word takes to speak where the script does not say. */
    private static final long WORD_MS = 300;

    private final Map<Modality, List<String>> providers;
    private final String speaker;
    private final List<Voice> voices = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<ClockJump> clockJumps = new ArrayList<>();

    ScriptReader(Fields top, Map<Modality, List<String>> providers, String speaker) throws BadScenario {
        this.providers = providers;
        this.speaker = speaker;
        for (Tree item : top.items("user")) {
            Fields line = Fields.anyOf(item, "a line of 'user'");
            if (line.has("does")) {
                steps.add(MomentReader.agentActs(item));
            } else {
                user(line);
            }
        }
        for (Tree item : top.items("agent")) {
            if (Fields.anyOf(item, "a line of 'agent'").has("does")) {
                steps.add(MomentReader.agentActs(item));
            } else {
                agent(Fields.of(item, "a line of 'agent'", AGENT));
            }
        }
        for (Tree item : top.items("agents")) {
            Fields line = Fields.anyOf(item, "an agent");
            if (line.has("does")) {
                steps.add(MomentReader.agentActs(item));
            }
        }
        for (Tree item : top.items("plugins")) {
            Fields plugin = Fields.of(item, "a plugin", Set.of("at_ms", "id", "change"));
            steps.add(new Step(
                    plugin.requiredWhole("at_ms"),
                    Rank.USER,
                    new SessionEvent.PluginChanged(plugin.required("id"), plugin.object("change"))));
        }
        for (Tree item : top.items("faults")) {
            fault(Fields.of(item, "a fault", FAULT));
        }
    }

    List<Voice> voices() {
        return List.copyOf(voices);
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }

    List<Rule> rules() {
        return List.copyOf(rules);
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    List<ClockJump> clockJumps() {
        return List.copyOf(clockJumps);
    }

    private void user(Fields line) throws BadScenario {
        if (line.has("from_ms") || line.has("to_ms")) {
            voices.add(VoiceReader.read(line, "v" + (voices.size() + 1), speaker));
        } else {
            steps.add(MomentReader.read(line, speaker));
        }
    }

    private void agent(Fields line) throws BadScenario {
        String when = line.text("when");
        String whenResult = line.text("when_result");
        List<Scenario.Delta> deltas = DeltaReader.read(line);
        Reply reply = reply(line, DeltaReader.text(deltas));
        boolean fails = DeltaReader.fails(line);
        if (reply.isEmpty() != fails) {
            throw line.wrong(fails ? "says nothing if its model throws" : "needs 'says' or 'calls'");
        }
        if (!line.has("at_ms")) {
            if (when == null && whenResult == null) {
                throw line.wrong("needs 'when', 'when_result' or 'at_ms'");
            }
            DeltaReader.check(line, deltas, reply);
            rules.add(new Rule(when, whenResult, reply, deltas, line.text("agent", ""), fails));
            return;
        }
        if (when != null || whenResult != null) {
            throw line.wrong("has 'at_ms' and a condition; it can have only one of them");
        }
        if (line.has("agent")) {
            throw line.wrong("agent", "belongs to an answer; a first speech is said by who has the floor");
        }
        if (fails || !deltas.isEmpty()) {
            throw line.wrong("model", "belongs to an answer, and a first speech is none");
        }
        steps.add(new Step(line.whole("at_ms", 0), Rank.TIMER, new SessionEvent.AgentSpokeFirst(reply)));
    }

    /** @param written the text as the model writes it bit by bit; empty if it does not */
    private static Reply reply(Fields line, String written) throws BadScenario {
        List<ToolRequest> calls = new ArrayList<>();
        for (Tree item : line.items("calls")) {
            Fields call = Fields.of(item, "a call", Set.of("id", "tool", "args"));
            calls.add(new ToolRequest(call.required("id"), call.required("tool"), call.object("args")));
        }
        String says = written.isBlank() ? line.text("says", "") : written.strip();
        if (line.has("says") && CountedWords.count(says) == 0) {
            throw line.wrong("says", "must have words");
        }
        if (line.has("audio_ms") && says.isEmpty()) {
            throw line.wrong("audio_ms", "needs 'says'");
        }
        int words = CountedWords.count(says);
        return new Reply(
                says,
                line.whole("audio_ms", words * WORD_MS, AUDIO_MS_MAX),
                line.flag("interruptible", true),
                calls,
                words);
    }

    private void fault(Fields line) throws BadScenario {
        long at = line.requiredWhole("at_ms");
        if (subjects(line) > 1) {
            throw line.wrong("is about a provider, an agent, a lease or the clock, not about two of them");
        }
        String lease = line.text("lease");
        if (lease != null) {
            steps.add(new Step(at, Rank.AUTHORITY, lease(line, lease)));
            return;
        }
        if (line.has("clock_jump_ms")) {
            clockJumps.add(new ClockJump(at, line.anyWhole("clock_jump_ms")));
            return;
        }
        if (line.has("agent")) {
            steps.add(new Step(at, Rank.PROVIDER, new SessionEvent.AgentFailed(line.required("agent"))));
            return;
        }
        Modality kind = provider(line);
        if (named(kind).isEmpty()) {
            throw line.wrong("provider", "is none of this scenario's: " + kind.spelled());
        }
        String name = line.text("name", named(kind).getFirst());
        if (!named(kind).contains(name)) {
            throw line.wrong("name", "is no provider of " + kind.spelled() + ": " + name);
        }
        long until = line.has("for_ms") ? at + line.whole("for_ms", 0) : Fault.FOREVER;
        faults.add(new Fault(at, until, kind, name, failure(line)));
    }

    private static int subjects(Fields line) {
        int provider = line.has("provider") || line.has("kind") ? 1 : 0;
        return provider
                + (line.has("agent") ? 1 : 0)
                + (line.has("lease") ? 1 : 0)
                + (line.has("clock_jump_ms") ? 1 : 0);
    }

    private List<String> named(Modality kind) {
        return providers.getOrDefault(kind, List.of());
    }

    private static SessionEvent lease(Fields line, String lease) throws BadScenario {
        return switch (lease) {
            case "revoked" -> new SessionEvent.LeaseRevoked();
            case "rotated" -> new SessionEvent.LeaseRotated();
            default -> throw line.wrong("lease", "must be revoked or rotated");
        };
    }

    private static Modality provider(Fields line) throws BadScenario {
        return switch (line.required("provider")) {
            case "stt" -> Modality.STT;
            case "llm" -> Modality.LLM;
            case "tts" -> Modality.TTS;
            case "filter" -> Modality.FILTER;
            default -> throw line.wrong("provider", "must be stt, llm, tts or filter");
        };
    }

    private static @Nullable Failure failure(Fields line) throws BadScenario {
        return switch (line.required("kind")) {
            case "timeout" -> Failure.TIMEOUT;
            case "overload" -> Failure.OVERLOAD;
            case "disconnect" -> Failure.DISCONNECT;
            case "error" -> Failure.ERROR;
            case "ignores_cancel" -> null;
            default -> throw line.wrong("kind", "must be timeout, overload, disconnect, error or ignores_cancel");
        };
    }
}
