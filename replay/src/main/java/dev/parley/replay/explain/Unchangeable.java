package dev.parley.replay.explain;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules whose refusal nothing turns into a yes that anybody might ask for, and why. */
final class Unchangeable {
    private static final Map<String, String> WHY = Map.ofEntries(
            Map.entry(Registrar.MALFORMED, "A request that cannot be read is not decided; it has to be asked anew."),
            Map.entry(
                    "people.command.minor",
                    "Nobody becomes an adult by anything that is said: this is not for a minor or for a person of"
                            + " unknown age."),
            Map.entry(
                    "people.confirmation.age",
                    "A yes counts from adults alone, and nobody becomes one by anything that is said."),
            Map.entry(
                    "people.profile.self_age",
                    "Nobody who is not known to be an adult changes their own birthdate; an adult of the house does."),
            Map.entry(
                    "people.command.unlisted",
                    "The house has no such command; whoever runs the house lists it in the catalogue."),
            Map.entry("people.household.derived", "The house concludes this by itself, and nobody brings it in."),
            Map.entry("people.addressing.asked", "A person is asked once, and not again."),
            Map.entry("people.birthday.repeated", "A greeting is given once a year."),
            Map.entry("people.birthday.due", "The house greets by itself, on the birthday of a confirmed person."),
            Map.entry(
                    "people.profile.outside_approved",
                    "What belongs to a profile changes by an update of the profile that an adult approves."),
            Map.entry(
                    "audio.accessibility.auditable",
                    "Accessibility changes by the three actions of its user, and by nothing from outside."),
            Map.entry(
                    "audio.lifecycle.valid_transition RESUME",
                    "Nothing is halted, and only what is halted can be resumed."));

    private Unchangeable() {}

    /** Why, by the first of the broken rules that says so; null if none of them does. */
    static @Nullable String sentence(List<Explanation.Failed> failed, Request asked) {
        for (Explanation.Failed rule : failed) {
            String ofAction = WHY.get(rule.id() + " " + asked.action());
            String why = ofAction == null ? WHY.get(rule.id()) : ofAction;
            if (why != null) {
                return why;
            }
        }
        return null;
    }
}
