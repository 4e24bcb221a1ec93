package dev.parley.kernel.people.household;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;

/** What people might do instead of a denied request or before it, from which an explanation chooses the nearest. */
final class Alternatives {
    private final House house;
    private final Request denied;
    private final List<Request> all = new ArrayList<>();

    private Alternatives(House house, Request denied) {
        this.house = house;
        this.denied = denied;
    }

    static List<Request> of(House house, Request denied) {
        Alternatives alternatives = new Alternatives(house, denied);
        alternatives.bySomebodyElse();
        alternatives.afterTheCompanyLeft();
        alternatives.afterTheTargetIsKnown();
        return alternatives.all;
    }

    private void bySomebodyElse() {
        house.people().keySet().forEach(person -> all.add(denied.by("user_" + person)));
        all.add(denied.by("system"));
    }

    private void afterTheCompanyLeft() {
        for (String person : house.modeState().company().detected().keySet()) {
            add("system", "mode", "participant_left", Json.Obj.EMPTY.with("person", person));
        }
        if (house.modeState().company().announced() > 0) {
            add("system", "mode", "participant_left", Json.Obj.EMPTY);
        }
    }

    private void afterTheTargetIsKnown() {
        add("system", "identity", "explicit_identity_claim", Json.Obj.EMPTY);
        add("system", "identity", "validation_success", Json.Obj.EMPTY);
        add("system", "identity", "clarification_success", Json.Obj.EMPTY);
        add("system", "command", "done", Json.Obj.EMPTY);
        add("system", "profile", "done", Json.Obj.EMPTY);
    }

    private void add(String actor, String machine, String action, Json.Obj parameters) {
        all.add(new Request(denied.at(), actor, denied.target(), action, parameters, machine));
    }
}
