package dev.parley.sim.script;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.ApprovalAnswered;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario.Step;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads something that a person does at one moment. */
final class MomentReader {
    private static final List<String> ACTS = List.of(
            "types",
            "approves",
            "rejects",
            "stop",
            "disconnects",
            "reconnects",
            "mutes",
            "unmutes",
            "stalls_for_ms",
            "arrives",
            "leaves",
            "states",
            "signal",
            "confirms",
            "declines",
            "consent",
            "override",
            "resumes");
    private static final String STRANGER = "unknown";
    private static final Set<String> CONSENT = Set.of("consent_request", "explicit_grant", "explicit_denial", "revoke");
    private static final Set<String> OVERRIDE =
            Set.of("action", "scope", "speech_rate", "pause_amplification", "forced_captions");

    private MomentReader() {}

    static Step read(Fields line, String speaker) throws BadScenario {
        List<String> acts = ACTS.stream().filter(line::has).toList();
        if (acts.size() != 1) {
            throw line.wrong(
                    acts.isEmpty()
                            ? "has only " + String.join(", ", line.all().keySet())
                                    + " and does nothing that is known; known are " + String.join(", ", ACTS)
                            : "does more than one thing: " + acts);
        }
        String act = acts.getFirst();
        refuseUnknown(line, act);
        long at = line.requiredWhole("at_ms");
        return new Step(at, act.equals("stop") ? Rank.CANCEL : Rank.USER, event(line, act, line.text("by", speaker)));
    }

    /** An agent of the roster wants the floor or gives it away, or a human of it takes over. */
    static Step agentActs(Tree item) throws BadScenario {
        Fields line = Fields.of(item, "an act of an agent", Set.of("at_ms", "agent", "does", "to", "says"));
        String act = line.required("does");
        if (act.equals("transfer") != line.has("to")) {
            throw line.wrong("to", "belongs to a transfer");
        }
        if (act.equals("say") != line.has("says")) {
            throw line.wrong("says", "belongs to a human's say");
        }
        String agent = line.required("agent");
        SessionEvent event = switch (act) {
            case "claim", "transfer", "release", "interrupt" ->
                new SessionEvent.AgentActed(agent, act, line.text("to", ""));
            case "take_over" -> new SessionEvent.TakenOver(agent, SessionEvent.Role.OF_THE_PROGRAM);
            case "say" -> new SessionEvent.HumanSaid(agent, line.requiredWords("says"));
            case "give_back" -> new SessionEvent.GivenBack(agent, SessionEvent.Role.OF_THE_PROGRAM);
            default ->
                throw line.wrong(
                        "does",
                        "must be claim, transfer, release or interrupt; of a human take_over, say or give_back");
        };
        return new Step(line.requiredWhole("at_ms"), Rank.USER, event);
    }

    private static void refuseUnknown(Fields line, String act) throws BadScenario {
        Set<String> known = switch (act) {
            case "signal" -> Set.of("at_ms", "signal", "person", "confidence", "by");
            case "consent" -> Set.of("at_ms", "consent", "purpose", "by");
            case "approves", "rejects" -> Set.of("at_ms", act, "by", "operator", "approver");
            default -> Set.of("at_ms", act, "by");
        };
        for (Map.Entry<String, Tree> entry : line.all().entrySet()) {
            if (!known.contains(entry.getKey())) {
                throw new BadScenario(
                        entry.getValue().line(), "unknown key '" + entry.getKey() + "' beside '" + act + "'");
            }
        }
    }

    private static SessionEvent event(Fields line, String act, String by) throws BadScenario {
        return switch (act) {
            case "types" -> new SessionEvent.TextTyped(line.requiredWords("types"), by);
            case "approves" -> answer(line, line.required("approves"), true, by);
            case "rejects" -> answer(line, line.required("rejects"), false, by);
            case "stop" -> onlyTrue(line, act, new SessionEvent.StopRequested(by));
            case "disconnects" -> onlyTrue(line, act, new SessionEvent.Disconnected());
            case "reconnects" -> onlyTrue(line, act, new SessionEvent.Reconnected());
            case "mutes" -> onlyTrue(line, act, new SessionEvent.Muted());
            case "unmutes" -> onlyTrue(line, act, new SessionEvent.Unmuted());
            case "stalls_for_ms" -> new SessionEvent.Stalled(line.whole("stalls_for_ms", 0));
            case "override" -> override(line, by);
            case "resumes" -> new SessionEvent.OperatorResumed(line.text("by", "operator"), line.required("resumes"));
            default -> people(line, act, by);
        };
    }

    /** Somebody who runs the house, and the program's approver, answer in no person's name. */
    private static SessionEvent answer(Fields line, String call, boolean yes, String by) throws BadScenario {
        String outsider = line.has("operator") ? "operator" : line.has("approver") ? "approver" : "";
        if (outsider.isEmpty()) {
            return new ApprovalAnswered(call, yes, by);
        }
        if (line.has("by")) {
            throw line.wrong(outsider, "answers in nobody's name; leave out 'by'");
        }
        if (outsider.equals("approver")) {
            return onlyTrue(line, outsider, new SessionEvent.ApproverAnswered(call, yes));
        }
        return new SessionEvent.OperatorAnswered(call, yes, "operator", line.required("operator"));
    }

    private static SessionEvent onlyTrue(Fields line, String act, SessionEvent event) throws BadScenario {
        if (!line.flag(act, true)) {
            throw line.wrong(act, "can only be true");
        }
        return event;
    }

    private static SessionEvent override(Fields line, String by) throws BadScenario {
        Tree tree = line.tree("override");
        if (tree == null) {
            throw line.wrong("needs 'override'");
        }
        Fields override = Fields.of(tree, "an override", OVERRIDE);
        String action = override.required("action");
        if (!Set.of("ENABLE_OVERRIDE", "UPDATE_OVERRIDE", "DISABLE_OVERRIDE").contains(action)) {
            throw override.wrong("action", "must be ENABLE_OVERRIDE, UPDATE_OVERRIDE or DISABLE_OVERRIDE");
        }
        BigDecimal rate = override.number("speech_rate");
        if (rate != null && rate.signum() <= 0) {
            throw override.wrong("speech_rate", "must be more than 0");
        }
        Json.Obj parameters = line.object("override");
        Map<String, Json> rest = new java.util.LinkedHashMap<>(parameters.fields());
        rest.remove("action");
        return new SessionEvent.OverrideRequested(action, new Json.Obj(rest), by);
    }

    private static SessionEvent people(Fields line, String act, String by) throws BadScenario {
        String value = line.required(act);
        return switch (act) {
            case "arrives" -> mode("participant_detected", value, by);
            case "leaves" -> mode("participant_left", value, by);
            case "states" ->
                new PeopleChanged("mode", "explicit_statement", by, Json.Obj.EMPTY.with("statement", value), by);
            case "signal" -> signal(line, value, by);
            case "consent" -> consent(line, value, by);
            case "confirms" -> new SessionEvent.CommandAnswered(value, true, by);
            case "declines" -> new SessionEvent.CommandAnswered(value, false, by);
            default -> throw line.wrong("does nothing that is known");
        };
    }

    private static PeopleChanged consent(Fields line, String step, String by) throws BadScenario {
        if (!CONSENT.contains(step)) {
            throw line.wrong("consent", "must be consent_request, explicit_grant, explicit_denial or revoke");
        }
        Json.Obj parameters = Json.Obj.EMPTY.with("purpose", line.required("purpose"));
        return new PeopleChanged("consent", step, by, parameters, by);
    }

    private static PeopleChanged mode(String action, String person, String by) {
        boolean known = !person.equals(STRANGER);
        Json.Obj parameters = action.equals("participant_left") ? Json.Obj.EMPTY : Json.Obj.EMPTY.with("known", known);
        return new PeopleChanged("mode", action, by, parameters.with("person", person), by);
    }

    private static PeopleChanged signal(Fields line, String source, String by) throws BadScenario {
        String person = line.required("person");
        String action = switch (source) {
            case "voice" -> "voice_signal";
            case "face" -> "face_signal";
            case "satellite" -> "satellite_identity";
            default -> throw line.wrong("signal", "must be voice, face or satellite");
        };
        BigDecimal confidence = line.number("confidence");
        if (confidence == null || confidence.signum() < 0 || confidence.compareTo(BigDecimal.ONE) > 0) {
            throw line.wrong("confidence", "must be a number from 0 to 1");
        }
        Json.Obj parameters = Json.Obj.EMPTY.with("person", person).with("confidence", new Json.Num(confidence));
        return new PeopleChanged("identity", action, person, parameters, by);
    }
}
