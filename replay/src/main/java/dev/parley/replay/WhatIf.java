package dev.parley.replay;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides the recorded requests of one conversation again under other rules, each in the state that the record led to, and
 * keeps the verdicts that come out otherwise. Nothing is written.
 */
public final class WhatIf {
    private static final String ALLOWED = "allowed";
    private static final String DENIED = "denied";
    private static final String ASKED = "asked";
    private static final Map<String, String> RULINGS = Map.of("allow", ALLOWED, "ask", ASKED, "deny", DENIED);

    private final Replay replay = new Replay(new Rooms(), Replay.Chain.VERIFIED);
    private final @Nullable Household house;
    private final @Nullable Registrar<Place, HouseEvent> others;
    private final Map<String, String> policy;
    private final Map<String, Json.Obj> people;
    private final Map<String, String> tools = new HashMap<>();
    private final List<Flip> flips = new ArrayList<>();
    private List<? extends Verdict<?>> follows = List.of();
    private long verdicts;

    /** One verdict that comes out otherwise. */
    public record Flip(
            String conversation,
            long eventId,
            String room,
            String action,
            String person,
            String recorded,
            String now,
            List<String> rules) {

        /** What was refused would be done. */
        public boolean isDangerous() {
            return recorded.equals(DENIED) && now.equals(ALLOWED);
        }

        public Json.Obj toJson() {
            return Json.Obj.EMPTY
                    .with("conversation", conversation)
                    .with("event_id", eventId)
                    .with("room", room)
                    .with("action", action)
                    .with("person", person)
                    .with("recorded", recorded)
                    .with("now", now)
                    .with("rules", Json.texts(rules));
        }
    }

    /**
     * @param catalogue the commands of the house and who may give them, or null if they stay as they were
     * @param policy {@code allow}, {@code ask} or {@code deny} by tool
     * @param people role and birthdate by person, for those who are described otherwise than they were. They change the
     *     state too, so that their requests are decided one after the other instead of in the recorded state
     */
    public WhatIf(@Nullable Catalogue catalogue, Map<String, String> policy, Map<String, Json.Obj> people) {
        boolean same = catalogue == null && people.isEmpty();
        this.house =
                same ? null : new Household(catalogue == null ? Catalogue.standard() : catalogue, AgeTable.DEFAULT);
        this.others = house == null || people.isEmpty() ? null : new Registrar<>(house, attestation -> {});
        this.policy = policy;
        this.people = people;
    }

    /** Takes the next rune; false once the record is not what its own rules lead to. */
    public boolean accept(Rune rune) {
        String room = VerdictRune.room(rune);
        if (room != null) {
            verdicts++;
            switch (room) {
                case "household" -> decideAgain(rune);
                case "tool" -> ruleAgain(rune);
                default -> {
                    // No rule of this room can be changed from outside.
                }
            }
        }
        return replay.accept(rune);
    }

    private void decideAgain(Rune rune) {
        if (house == null) {
            return;
        }
        Verdict<?> now = replay.instead(rune, house);
        now = now == null || others == null ? now : amongOthers(rune, others);
        if (now != null) {
            follows = now.followed();
            compare(rune, now);
            return;
        }
        String action = rune.payload().text("action");
        follows.stream()
                .filter(each -> each.attestation().action().equals(action))
                .findFirst()
                .ifPresent(each -> compare(rune, each));
    }

    private @Nullable Verdict<?> amongOthers(Rune rune, Registrar<Place, HouseEvent> registrar) {
        Request request = VerdictRune.request(rune.payload());
        Json.Obj described = request == null ? null : people.get(request.target());
        if (request != null && described != null && request.action().equals("person_added")) {
            return registrar.request(request.instead(request.actor(), request.target(), request.action(), described));
        }
        return request == null ? null : registrar.request(request);
    }

    private void compare(Rune rune, Verdict<?> now) {
        String recorded = text(rune.payload(), "decision");
        String decided = now.decision().printed();
        if (!recorded.equals(decided)) {
            List<String> rules = now.isAllowed()
                    ? recordedRules(rune.payload())
                    : now.violations().stream().map(Violation::id).toList();
            flips.add(flip(rune, "household", now.attestation().target(), recorded, decided, rules));
        }
    }

    private static List<String> recordedRules(Json.Obj payload) {
        List<String> rules = new ArrayList<>();
        if (payload.get("violations") instanceof Json.Arr(List<Json> ids)) {
            ids.forEach(id -> rules.add(id instanceof Json.Str(String text) ? text : id.text()));
        }
        return rules;
    }

    /** What the policy said about a call is in its step: permitted, asked about, or refused. */
    private void ruleAgain(Rune rune) {
        Json.Obj payload = rune.payload();
        Json.Obj parameters = payload.get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        String call = text(payload, "target");
        String recorded = switch (text(payload, "action")) {
            case "call" -> {
                tools.put(call, text(parameters, "tool"));
                yield "";
            }
            case "permit" -> ALLOWED;
            case "ask" -> ASKED;
            case "reject" -> parameters.has("standing") || parameters.has("status") ? "" : DENIED;
            default -> "";
        };
        String ruling = policy.get(tools.getOrDefault(call, ""));
        String now = ruling == null ? recorded : RULINGS.getOrDefault(ruling, recorded);
        if (!recorded.isEmpty() && !recorded.equals(now)) {
            flips.add(flip(rune, "tool", "", recorded, now, List.of("policy." + ruling)));
        }
    }

    private static Flip flip(Rune rune, String room, String person, String recorded, String now, List<String> rules) {
        return new Flip(
                rune.conversation(),
                rune.eventId(),
                room,
                text(rune.payload(), "action"),
                person,
                recorded,
                now,
                rules);
    }

    private static String text(Json.Obj object, String key) {
        String text = object.text(key);
        return text == null ? "" : text;
    }

    public List<Flip> flips() {
        return List.copyOf(flips);
    }

    public long verdicts() {
        return verdicts;
    }

    /** Why the record was not read to its end, or null. */
    public @Nullable Divergence divergence() {
        return replay.divergence();
    }
}
