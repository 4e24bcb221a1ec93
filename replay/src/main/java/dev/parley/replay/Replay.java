package dev.parley.replay;

import dev.parley.kernel.Halts;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.VerdictFold;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.RoomChanged;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.replay.effect.Divergence;
import dev.parley.replay.effect.Effects;
import dev.parley.replay.explain.Explanation;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Folds one conversation to its state. Every verdict is derived again from the log alone, and the first event that differs
 * is kept; what comes after it is not folded, because it rests on something that is not so.
 */
public final class Replay {
    /** What a log of schema version 1 leaves unproven: its facts were written beside the verdicts, not because of them. */
    public static final List<String> UNPROVEN = List.of("tools", "episodes");

    /** Whether the fold verifies the chain itself, or the reader that hands it the runes has done so, or nobody does. */
    public enum Chain {
        VERIFY,
        VERIFIED,
        /** Event ids rise and may have gaps; orders, digests and attestation ids do not count. */
        IGNORED
    }

    private final Rooms rooms;
    private final Chain mode;
    private final ReplayCatalogue catalogue;
    private final Map<String, RoomFold<?, ?>> folds = new TreeMap<>();
    /** The same by the kind of their verdicts, once they have decided something. */
    private final Map<String, RoomFold<?, ?>> byKind = new HashMap<>();

    private final RuneChain chain = new RuneChain();
    private final MessageDigest log = sha256();
    private final Effects effects;
    private final Set<String> otherRules = new TreeSet<>();
    private final Halts halts = Halts.ofConversation();
    private int schemaVersion = 1;
    private @Nullable Divergence divergence;
    private String divergedAt = "";
    private boolean unfinished;
    private long runes;
    private long verdicts;
    private long lastEventId;
    private long startedAfter;
    private Hash head = Hash.ZERO;

    public Replay(Rooms rooms) {
        this(rooms, Chain.VERIFY);
    }

    public Replay(Rooms rooms, Chain mode) {
        this(rooms, mode, ReplayCatalogue.full());
    }

    /** With a catalogue of one's own, so that a test can leave an invariant out. */
    Replay(Rooms rooms, Chain mode, ReplayCatalogue catalogue) {
        this.rooms = rooms;
        this.mode = mode;
        this.catalogue = catalogue;
        this.effects = new Effects(mode != Chain.IGNORED);
    }

    /**
     * Begins behind a snapshot, because what came before it was compacted. Every verdict after it is derived again, and every
     * fact is held to what was permitted: nothing was open when the snapshot was taken.
     *
     * @param past the runes before it that still matter, in order, among them how the rooms were opened
     * @param states what each room stood at
     * @throws IllegalArgumentException if no rooms of this program kept that
     */
    public void startAfter(long eventId, Hash chainThere, List<Rune> past, Json.Obj states) {
        for (Rune rune : past) {
            Divergence unknown = reopened(rune);
            if (unknown != null) {
                throw new IllegalArgumentException(unknown.found());
            }
        }
        List<Registered> stood = new ArrayList<>();
        folds.forEach((room, fold) -> {
            if (states.get(room) instanceof Json.Obj kept) {
                stood.addAll(fold.restore(kept));
            }
        });
        effects.startAfter(past, stood);
        startedAfter = eventId;
        lastEventId = eventId;
        head = chainThere;
    }

    /** Folds one rune in; false once a divergence was found. */
    public boolean accept(Rune rune) {
        if (divergence != null) {
            return false;
        }
        divergence = check(rune);
        if (divergence == null) {
            runes++;
            lastEventId = rune.eventId();
            link(rune);
        } else {
            divergedAt = rune.kind();
        }
        return divergence == null;
    }

    /** Nothing comes any more; false if something should have. */
    public boolean finish() {
        if (divergence == null) {
            Divergence missing = effects.atEnd(lastEventId);
            divergence = missing == null ? owed() : missing;
            divergedAt = divergence == null ? "" : divergence.where();
            unfinished = divergence != null && !effects.isOver();
        }
        return divergence == null;
    }

    /**
     * Says of a report that the record ends in the middle of a step: what it has was proven, and what had to come next is not
     * there, because the process that wrote it died or is still at it. One that says of itself that it is over is not unfinished.
     */
    public Json.Obj reach(Json.Obj report) {
        return unfinished ? report.with("unfinished", true).with("proof_to", lastEventId) : report;
    }

    /** Says of a report which rooms were under other rules than those of this program, which were decided again by its own. */
    public Json.Obj underRules(Json.Obj report) {
        return otherRules.isEmpty() ? report : report.with("other_rules", Json.texts(otherRules));
    }

    /** What the runtime had to ask for by itself and is not recorded. */
    private @Nullable Divergence owed() {
        for (var entry : folds.entrySet()) {
            Request owed = entry.getValue().owed();
            if (owed != null) {
                return new Divergence(
                        lastEventId,
                        Divergence.Kind.OUTCOME,
                        "verdict." + entry.getKey(),
                        owed.action() + " by " + owed.actor() + " on " + owed.target(),
                        "the end of the record");
            }
        }
        return null;
    }

    /** The first fault in the form that a file's report has, or null. */
    public Json.@Nullable Obj firstFault() {
        return divergence == null ? null : divergence.asFault(divergedAt);
    }

    /** Whether the facts were held to the verdicts; those of an old log are not. */
    public boolean isProven() {
        return effects.isProven();
    }

    private void link(Rune rune) {
        if (mode == Chain.VERIFY) {
            head = rune.hash(chain);
            log.update(rune.canonical());
        }
    }

    private @Nullable Divergence check(Rune rune) {
        schemaVersion = rune.envelope().schemaVersion();
        boolean compacted = runes == 0 && startedAfter == 0 && rune.eventId() > 1;
        boolean follows = mode == Chain.IGNORED ? rune.eventId() > lastEventId : rune.eventId() == lastEventId + 1;
        if (!compacted && !follows) {
            return ordering(rune, "event " + (lastEventId + 1), "event " + rune.eventId());
        }
        if (mode == Chain.VERIFY && !compacted && !rune.previous().equals(head)) {
            return ordering(
                    rune, "hash " + head.hex(), "hash " + rune.previous().hex());
        }
        Divergence early = effects.before(rune);
        if (early != null) {
            return early;
        }
        if (VerdictRune.is(rune)) {
            return decided(rune);
        }
        Divergence reopened = reopened(rune);
        return reopened == null ? effects.after(rune, null, List.of(), null) : reopened;
    }

    private @Nullable Divergence reopened(Rune rune) {
        if (EventCatalogue.is(rune, RoomOpened.class)) {
            return opened(rune);
        }
        return EventCatalogue.is(rune, RoomChanged.class) ? changed(rune) : null;
    }

    private @Nullable Divergence decided(Rune rune) {
        verdicts++;
        RoomFold<?, ?> fold = byKind.get(rune.kind());
        if (fold == null) {
            String room = String.valueOf(VerdictRune.room(rune));
            fold = fold(room, Json.Obj.EMPTY);
            if (fold == null) {
                return unknown(rune, room);
            }
            byKind.put(rune.kind(), fold);
        }
        Divergence otherwise = judged(rune, fold.accept(rune));
        return otherwise == null ? effects.after(rune, fold.last(), fold.followers(), fold.owed()) : otherwise;
    }

    private @Nullable Divergence judged(Rune rune, @Nullable Divergence found) {
        return catalogue.failure(new ReplayCatalogue.Derived(rune.eventId(), found)) == null ? null : found;
    }

    private @Nullable Divergence opened(Rune rune) {
        String room = rune.payload().text("room");
        if (room == null || folds.containsKey(room)) {
            return new Divergence(
                    rune.eventId(),
                    Divergence.Kind.PLAN,
                    rune.kind(),
                    "a room opened once",
                    rune.payload().canonical());
        }
        RoomFold<?, ?> fold = fold(room, rune.payload());
        if (fold == null) {
            return unknown(rune, room);
        }
        fold.under(rune.payload());
        return note(room, fold);
    }

    /** The room goes on under other rules, by which everything so far comes out as it was recorded (ruling E9). */
    private @Nullable Divergence changed(Rune rune) {
        String room = rune.payload().text("room");
        RoomFold<?, ?> fold = room == null ? null : folds.get(room);
        if (room == null || fold == null) {
            return new Divergence(
                    rune.eventId(),
                    Divergence.Kind.PLAN,
                    rune.kind(),
                    "a room that is open",
                    rune.payload().canonical());
        }
        fold.under(rune.payload());
        return note(room, fold);
    }

    private @Nullable Divergence note(String room, RoomFold<?, ?> fold) {
        if (fold.isOfOtherRules()) {
            otherRules.add(room);
        }
        return null;
    }

    private static Divergence ordering(Rune rune, String expected, String found) {
        return new Divergence(rune.eventId(), Divergence.Kind.ORDERING, "chain", expected, found);
    }

    private Divergence unknown(Rune rune, String room) {
        return new Divergence(
                rune.eventId(), Divergence.Kind.PLAN, rune.kind(), "a room of " + rooms.names(), "room " + room);
    }

    private @Nullable RoomFold<?, ?> fold(String room, Json.Obj settings) {
        RoomFold<?, ?> known = folds.get(room);
        if (known == null) {
            Room<?, ?> opened = opened(room, settings);
            if (opened == null) {
                return null;
            }
            known = folding(opened);
            folds.put(room, known);
        }
        return known;
    }

    /** The room, or null if none has this name or these settings. */
    private @Nullable Room<?, ?> opened(String room, Json.Obj settings) {
        try {
            return rooms.open(room, settings);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private <S extends Registered, E> RoomFold<S, E> folding(Room<S, E> room) {
        VerdictFold.Proof proof = mode == Chain.IGNORED ? VerdictFold.Proof.NO_CHAIN : VerdictFold.Proof.FULL;
        return new RoomFold<>(room, proof, schemaVersion < 2 ? Halts.ofConversation() : halts);
    }

    /** Why this verdict rune, which must be the next one, is decided as it is; null where it is no verdict. */
    public @Nullable Explanation explain(Rune rune) {
        String room = VerdictRune.room(rune);
        RoomFold<?, ?> fold = room == null ? null : fold(room, Json.Obj.EMPTY);
        return fold == null ? null : fold.explain(rune);
    }

    /** Why a later rune, in which the runtime asked by itself because of this next one, is decided as it is; or null. */
    public @Nullable Explanation explainDerived(Rune asked, Rune derived) {
        String room = VerdictRune.room(asked);
        RoomFold<?, ?> fold = room == null ? null : fold(room, Json.Obj.EMPTY);
        return fold == null ? null : fold.explainDerived(asked, derived);
    }

    /** Whether the next verdict of this room is one that the runtime asks for by itself. */
    public boolean owes(String room) {
        RoomFold<?, ?> fold = folds.get(room);
        return fold != null && fold.owed() != null;
    }

    /** What is registered in the room of this name by now; nothing where the room was not opened. */
    public List<Registered> registered(String room) {
        RoomFold<?, ?> fold = folds.get(room);
        return fold == null ? List.of() : fold.registered();
    }

    public @Nullable Divergence divergence() {
        return divergence;
    }

    public long runes() {
        return runes;
    }

    public long verdicts() {
        return verdicts;
    }

    public Hash head() {
        return head;
    }

    /** The latest state of every target in every room. */
    public Json.Obj state() {
        Json.Obj state = Json.Obj.EMPTY;
        for (var entry : folds.entrySet()) {
            state = state.with(entry.getKey(), entry.getValue().state());
        }
        return state;
    }

    /** What was folded, in one object. */
    public Json.Obj report(String conversation) {
        Json.Obj state = state();
        byte[] canonical = CanonicalJson.bytes(state);
        Json.Obj report = Json.Obj.EMPTY
                .with("conversation", conversation)
                .with("runes", runes)
                .with("verdicts", verdicts)
                .with("last_event_id", lastEventId)
                .with("verified", divergence == null)
                .with("state", state)
                .with(
                        "state_sha256",
                        chain.content(canonical, 0, canonical.length).hex())
                .with("log_sha256", logSha256())
                .with("head", head.hex());
        report = underRules(report);
        if (startedAfter > 0) {
            report = report.with("proof_from", startedAfter + 1);
        }
        if (!effects.isProven()) {
            report = report.with("unproven", Json.texts(UNPROVEN));
        }
        return divergence == null ? report : reach(report.with("divergence", divergence.toJson()));
    }

    /** SHA-256 over the canonical bytes of everything folded so far. */
    public String logSha256() {
        try {
            MessageDigest copy = (MessageDigest) log.clone();
            return HexFormat.of().formatHex(copy.digest());
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("the platform's SHA-256 can be copied", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has SHA-256", e);
        }
    }
}
