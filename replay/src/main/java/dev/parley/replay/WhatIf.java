package dev.parley.replay;

import dev.parley.kernel.Halts;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.VerdictEvents.RoomChanged;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.replay.effect.Divergence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides the recorded requests of one conversation again under other rules, each in the state that the record led to, and
 * keeps the verdicts that come out otherwise. Nothing is written.
 */
public final class WhatIf {
    private static final String HOUSEHOLD = "household";
    private static final String ALLOWED = "allowed";
    private static final String DENIED = "denied";
    private static final String ASKED = "asked";
    private static final List<String> STRICTER = List.of(ALLOWED, ASKED, DENIED);
    private static final Map<String, String> RULINGS = Map.of("allow", ALLOWED, "ask", ASKED, "deny", DENIED);

    /** Of the rooms whose rules stay as they were only this one can halt the house, so the others are not folded. */
    private static final List<String> FOLDED = List.of("stream", HOUSEHOLD);

    private final Rooms rooms = new Rooms();
    private final Map<String, RoomFold<?, ?>> folds = new HashMap<>();
    private final Halts halts = Halts.ofConversation();
    private @Nullable Divergence divergence;
    private final boolean keepsCatalogue;
    private @Nullable Household house;
    private final @Nullable Registrar<Place, HouseEvent> others;
    private final Map<String, String> policy;
    private final Map<String, Json.Obj> people;
    private final Map<String, String> tools = new HashMap<>();
    /** The calls about which the house's own verdict flips; what the runtime did with them only follows from that. */
    private final Set<String> flipped = new HashSet<>();

    /** What the house says about a call: as it was recorded, and by the other rules. */
    private final Map<String, Standing> then = new HashMap<>();

    private final Map<String, Standing> now = new HashMap<>();
    private final Map<Long, String> speakers = new HashMap<>();
    private final List<Flip> flips = new ArrayList<>();
    private List<? extends Verdict<?>> follows = List.of();
    private long verdicts;
    private long startedAfter;

    /** A ruling about a call, by these rules. */
    private record Standing(String ruling, List<String> rules) {
        static final Standing FREE = new Standing(ALLOWED, List.of());

        /** The stricter of two; this one if they are equal. */
        Standing and(Standing other) {
            return STRICTER.indexOf(other.ruling) > STRICTER.indexOf(ruling) ? other : this;
        }
    }

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
        /** The dangerous ones first, each as they were recorded. */
        public static final Comparator<Flip> ORDER = Comparator.comparing((Flip flip) -> !flip.isDangerous());

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
        this.keepsCatalogue = catalogue == null;
        boolean same = catalogue == null && people.isEmpty();
        this.house =
                same ? null : new Household(catalogue == null ? Catalogue.standard() : catalogue, AgeTable.DEFAULT);
        this.others = house == null || people.isEmpty() ? null : new Registrar<>(house, attestation -> {});
        this.policy = policy;
        this.people = people;
    }

    /**
     * Begins behind a snapshot, because what came before it was compacted: what the people were then they stay.
     *
     * @param past the runes before it that still matter, in order
     * @param states what each room stood at
     * @throws IllegalArgumentException if no rooms of this program kept that
     */
    public void startAfter(long eventId, List<Rune> past, Json.Obj states) {
        startedAfter = eventId;
        past.forEach(this::take);
        folds.forEach((room, fold) -> {
            if (states.get(room) instanceof Json.Obj kept) {
                fold.restore(kept);
            }
        });
        if (others != null && states.get(HOUSEHOLD) instanceof Json.Obj kept) {
            others.restore(kept);
        }
    }

    /** The event that the conversation begins after, 0 if it begins at its first. */
    long startedAfter() {
        return startedAfter;
    }

    /** Takes the next rune; false once the record is not what its own rules lead to. */
    public boolean accept(Rune rune) {
        if (rune.eventId() <= startedAfter) {
            return true;
        }
        String room = VerdictRune.room(rune);
        if (room == null) {
            take(rune);
        } else {
            verdicts++;
            switch (room) {
                case HOUSEHOLD -> decideAgain(rune);
                case "tool" -> ruleAgain(rune);
                default -> {
                    // No rule of this room can be changed from outside.
                }
            }
            RoomFold<?, ?> fold = divergence == null ? fold(room, rune, Json.Obj.EMPTY) : null;
            divergence = fold == null ? divergence : fold.accept(rune);
        }
        return divergence == null;
    }

    private void take(Rune rune) {
        Json.Obj payload = rune.payload();
        if (EventCatalogue.is(rune, UserSpoke.class)) {
            speakers.put(rune.turn(), text(payload, "by"));
        } else if (EventCatalogue.is(rune, RoomOpened.class) || EventCatalogue.is(rune, RoomChanged.class)) {
            reopen(payload);
            RoomFold<?, ?> fold = fold(text(payload, "room"), rune, payload);
            if (fold != null) {
                fold.under(payload);
            }
        }
    }

    /** The fold of a room that bears on the house, or null if no rule of the house is another. */
    private @Nullable RoomFold<?, ?> fold(String name, Rune rune, Json.Obj settings) {
        if (house == null || !FOLDED.contains(name)) {
            return null;
        }
        return folds.computeIfAbsent(name, _ -> folding(rooms.open(name, settings), rune));
    }

    private RoomFold<?, ?> folding(@Nullable Room<?, ?> room, Rune rune) {
        if (room == null) {
            throw new IllegalArgumentException("event " + rune.eventId() + " opens a room that is not known");
        }
        boolean isOld = rune.envelope().schemaVersion() < 2;
        return new RoomFold<>(room, VerdictFold.Proof.FULL, isOld ? Halts.ofConversation() : halts);
    }

    /** Where only the people are others, the house keeps the commands that it had. */
    private void reopen(Json.Obj says) {
        if (others != null && keepsCatalogue && HOUSEHOLD.equals(says.text("room"))) {
            house = Household.opened(says);
            others.under(house);
        }
    }

    private void decideAgain(Rune rune) {
        authorized(rune.payload(), then);
        if (house == null) {
            return;
        }
        Verdict<?> otherwise = otherwise(rune, house);
        otherwise = otherwise == null || others == null ? otherwise : amongOthers(rune, others);
        if (otherwise != null) {
            follows = otherwise.followed();
            follows.forEach(each -> authorized(VerdictRune.payload(each.attestation()), now));
            compare(rune, otherwise);
            return;
        }
        String action = rune.payload().text("action");
        follows.stream()
                .filter(each -> each.attestation().action().equals(action))
                .findFirst()
                .ifPresent(each -> compare(rune, each));
    }

    /** What another house would have decided, or null about what the system asks for by itself. */
    private @Nullable Verdict<?> otherwise(Rune rune, Household other) {
        RoomFold<?, ?> fold = fold(HOUSEHOLD, rune, Json.Obj.EMPTY);
        Request request = fold == null || fold.owed() != null ? null : VerdictRune.request(rune.payload());
        return fold == null || request == null ? null : fold.instead(request, other);
    }

    /** Whether the house lets a call run, lets it run after a yes, or does not. */
    private static void authorized(Json.Obj verdict, Map<String, Standing> byCall) {
        Json.Obj parameters = parameters(verdict);
        String call = parameters.text("call");
        if (call == null || !text(verdict, "action").equals("authorization_granted")) {
            return;
        }
        boolean granted = text(verdict, "decision").equals(ALLOWED);
        boolean asks = Boolean.TRUE.equals(parameters.flag("requires_confirmation"));
        byCall.put(
                call,
                granted
                        ? new Standing(asks ? ASKED : ALLOWED, List.of(asks ? "catalogue.confirmation" : "catalogue"))
                        : new Standing(DENIED, recordedRules(verdict)));
    }

    private static Json.Obj parameters(Json.Obj verdict) {
        return verdict.get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
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
        String matter = matter(rune.payload(), now.attestation().request());
        boolean ofTheRuntime = text(rune.payload(), "actor").equals("system");
        boolean isFollowing = recorded.equals(ALLOWED) && ofTheRuntime && flipped.contains(matter);
        if (!recorded.equals(decided) && !isFollowing) {
            List<String> rules = now.isAllowed()
                    ? recordedRules(rune.payload())
                    : now.violations().stream().map(Violation::id).toList();
            flips.add(flip(rune, HOUSEHOLD, now.attestation().target(), recorded, decided, rules));
            flipped.add(matter);
        } else if (!ofTheRuntime) {
            flipped.remove(matter);
        }
    }

    /** What belongs together: the steps of a call, and what a machine of the house is told about one person. */
    private static String matter(Json.Obj payload, Request request) {
        String call = parameters(payload).text("call");
        return call == null ? request.machine() + " of " + request.target() : call;
    }

    private static List<String> recordedRules(Json.Obj payload) {
        List<String> rules = new ArrayList<>();
        if (payload.get("violations") instanceof Json.Arr(List<Json> ids)) {
            ids.forEach(id -> rules.add(id instanceof Json.Str(String text) ? text : id.text()));
        }
        return rules;
    }

    /** What was ruled about a call is in its step: permitted, asked about, or refused. */
    private void ruleAgain(Rune rune) {
        Json.Obj payload = rune.payload();
        Json.Obj parameters = parameters(payload);
        String call = text(payload, "target");
        String recorded = switch (text(payload, "action")) {
            case "call" -> {
                tools.put(call, text(parameters, "tool"));
                yield "";
            }
            case "permit" -> ALLOWED;
            case "ask" -> ASKED;
            case "reject" -> isRuled(call, parameters) ? DENIED : "";
            default -> "";
        };
        if (recorded.isEmpty() || !text(payload, "decision").equals(ALLOWED)) {
            return;
        }
        Standing ruled = own(call, recorded).and(houses(call));
        boolean follows = flipped.contains(call) && !policy.containsKey(tools.getOrDefault(call, ""));
        if (!ruled.ruling().equals(recorded) && !follows) {
            String person = speakers.getOrDefault(rune.turn(), "");
            flips.add(flip(rune, "tool", person, recorded, ruled.ruling(), ruled.rules()));
        }
    }

    /** Whether the house or the policy refused it; what a person, the sandbox or a schema refused no rule here changes. */
    private boolean isRuled(String call, Json.Obj parameters) {
        String reason = text(parameters, "reason");
        boolean byHouse = then.containsKey(call)
                && then.getOrDefault(call, Standing.FREE).ruling().equals(DENIED);
        return !parameters.has("standing")
                && !parameters.has("status")
                && (byHouse
                        || reason.equals(ToolEvent.PolicyDecided.DENIED)
                        || reason.startsWith(ToolEvent.PolicyDecided.UNDECLARED));
    }

    /** What the tool's own terms say: the other policy, or what was recorded beside what the house said. */
    private Standing own(String call, String recorded) {
        String ruling = policy.get(tools.getOrDefault(call, ""));
        if (ruling != null) {
            return new Standing(RULINGS.getOrDefault(ruling, recorded), List.of("policy." + ruling));
        }
        boolean byHouse = then.getOrDefault(call, Standing.FREE).ruling().equals(recorded);
        return byHouse
                ? new Standing(ALLOWED, then.getOrDefault(call, Standing.FREE).rules())
                : new Standing(recorded, List.of());
    }

    private Standing houses(String call) {
        if (house == null) {
            return then.getOrDefault(call, Standing.FREE);
        }
        CommandSpec command = house.commands().commandOf(tools.getOrDefault(call, ""));
        Standing listed = command != null && command.confirmation()
                ? new Standing(ASKED, List.of("catalogue.confirmation"))
                : Standing.FREE;
        return now.getOrDefault(call, listed);
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
}
