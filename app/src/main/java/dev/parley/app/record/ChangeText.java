package dev.parley.app.record;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.replay.explain.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What would turn a denial into an allow, in words that end "it would be allowed ...". */
final class ChangeText {
    private static final String USER = "user_";

    private ChangeText() {}

    static String of(Request denied, Change change) {
        String after = change.first().isEmpty()
                ? ""
                : "after "
                        + String.join(
                                ", then ",
                                change.first().stream().map(ChangeText::step).toList());
        Request instead = change.instead();
        if (instead == null) {
            return after;
        }
        String otherwise = otherwise(denied, instead);
        return after.isEmpty() ? otherwise : after + ", and then " + otherwise;
    }

    private static String otherwise(Request denied, Request instead) {
        List<String> parts = new ArrayList<>();
        if (!instead.actor().equals(denied.actor()) || !instead.action().equals(denied.action())) {
            parts.add("if " + who(instead.actor()) + " asked for "
                    + (instead.action().equals(denied.action()) ? "it" : instead.action()));
        }
        if (!instead.target().equals(denied.target())) {
            parts.add("under an id of its own");
        }
        if (instead.at().isBefore(denied.at())) {
            parts.add("if it came by " + instead.at().toInstant());
        } else if (instead.at().isAfter(denied.at())) {
            parts.add("from " + instead.at().toInstant() + " on");
        }
        // Who asks is named above.
        boolean isNamed = instead.actor().equals(USER + instead.parameters().text("by"));
        Json.Obj before = isNamed ? denied.parameters().with("by", given(instead, "by", "")) : denied.parameters();
        String with = differences("", before, instead.parameters());
        if (!with.isEmpty()) {
            parts.add("with " + with);
        }
        return String.join(", ", parts);
    }

    /** The fields that are new or changed; what was left out is named too. */
    private static String differences(String path, Json.Obj before, Json.Obj after) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, Json> field : after.fields().entrySet()) {
            Json was = before.get(field.getKey());
            if (field.getValue().equals(was)) {
                continue;
            }
            String name = path + field.getKey();
            if (field.getValue() instanceof Json.Obj now && was instanceof Json.Obj then) {
                parts.add(differences(name + ".", then, now));
            } else {
                parts.add(name + " " + field.getValue().text());
            }
        }
        for (String key : before.fields().keySet()) {
            if (!after.has(key)) {
                parts.add("no " + path + key);
            }
        }
        return String.join(", ", parts.stream().filter(part -> !part.isEmpty()).toList());
    }

    private static String quoted(String sentence) {
        return "\"" + sentence + "\"";
    }

    /** A step as somebody would say it; what is in quotes can be said in just these words. */
    private static String step(Request step) {
        String target = step.target();
        return switch (step.action()) {
            case "RESUME" -> "an operator resumes " + target;
            case "profile_forgotten" -> "what " + target + " told is deleted elsewhere";
            case "person_added" -> target + " is added to the house";
            case "participant_left" -> "somebody says " + quoted(given(step, "person", "the visitor") + " left");
            case "explicit_identity_claim" -> target + " says " + quoted("I am " + target);
            case "validation_success", "clarification_success" -> target + " is recognised, as by a PIN";
            case "delegation_intent_detected" ->
                who(step.actor()) + " says "
                        + quoted("let " + target + " use "
                                + given(step, "group", "it").replace('_', ' '));
            case "owner_confirmation", "confirmation_received" -> who(step.actor()) + " says " + quoted("yes");
            case "consent_request" -> target + " is asked for consent to " + given(step, "purpose", "it");
            case "explicit_grant" ->
                who(step.actor()) + " says " + quoted("I agree to " + given(step, "purpose", "it"));
            case "command_detected" -> who(step.actor()) + " asks for " + given(step, "command", "it");
            case "done" -> "the " + step.machine() + " of " + target + " before it is over";
            case "approve" -> who(step.actor()) + " approves " + target;
            case "DecisionPacket" -> "a decision to " + payload(step, "decision_outcome");
            default -> step.action() + " by " + who(step.actor());
        };
    }

    private static String payload(Request step, String key) {
        String text = step.parameters().get("payload") instanceof Json.Obj payload ? payload.text(key) : null;
        return text == null ? "?" : text;
    }

    private static String given(Request step, String key, String otherwise) {
        String text = step.parameters().text(key);
        return text == null ? otherwise : text;
    }

    private static String who(String actor) {
        return switch (actor) {
            case "system" -> "the runtime";
            case "user" -> "a confirmed adult";
            case "operator" -> "an operator";
            default -> actor.startsWith(USER) ? actor.substring(USER.length()) : actor;
        };
    }
}
