package dev.parley.session.speak;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.SchemaVersion;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.ConversationEvents.SpeechRateSet;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.RoomOpened;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.stream.AccessibilityState;
import dev.parley.kernel.stream.ActiveOverride;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.Scope;
import dev.parley.kernel.stream.Stream;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.StreamState;
import dev.parley.kernel.stream.Subject;
import dev.parley.session.port.KeptOverride;
import dev.parley.session.port.Manner;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.settings.Roster;
import dev.parley.session.time.LoopClock;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one conversation: one for each reply, and one that stands for the conversation's voice as a whole and is
 * there from the start. Every act on them is a request to the stream registrar, and only what it allows is heard.
 */
public final class SpeechStreams {
    private static final String VOICE = "voice";
    private static final String SYSTEM = "system";
    private static final String OPERATOR = "operator";

    private final Recorder recorder;
    private final LoopClock clock;
    private final VerdictRecorder<Subject, StreamEvent> verdicts;
    private final Roster roster;
    private final PluginChanges plugins = new PluginChanges();
    private final Map<String, Long> taken = new HashMap<>();
    /** The replies that are made or heard, the one that is heard first. */
    private final Deque<Long> open = new ArrayDeque<>();

    private final StreamRoom room = new StreamRoom(InterruptReading.MATRIX);
    private final Registrar<Subject, StreamEvent> registrar;
    private boolean abandoned;
    private BigDecimal pace = BigDecimal.ONE;

    public SpeechStreams(Recorder recorder, LoopClock clock) {
        this(recorder, clock, Roster.ALONE);
    }

    public SpeechStreams(Recorder recorder, LoopClock clock, Roster roster) {
        this.roster = roster;
        this.recorder = recorder;
        this.clock = clock;
        this.verdicts = new VerdictRecorder<>(recorder, room);
        this.registrar = verdicts.registrar();
    }

    /** What a runtime with another model of streams recorded is taken up only if the models are compatible (ruling A13). */
    private void refuseOtherModels(List<Rune> recorded) {
        for (Rune rune : recorded) {
            String model =
                    EventCatalogue.is(rune, RoomOpened.class) ? rune.payload().text("model") : null;
            if (model != null && !SchemaVersion.checkCompatibility(model)) {
                throw new IllegalStateException(
                        recorder.conversation() + " was recorded by version " + model + " of the stream model");
            }
        }
    }

    /** The actor that stands for this person in requests. */
    public static String actor(String person) {
        return person.isEmpty() ? "user" : "user_" + person;
    }

    public void opened() {
        if (!roster.isAlone() || !roster.humans().isEmpty()) {
            declareRoster();
        }
        request(0, roster.first(), VOICE, "CREATE", charter(roster.first(), false));
    }

    /** Records the roster, unless the record has it: a conversation may go on under another one than it began with. */
    public void declareRoster() {
        if (!recorder.state().agents().isDeclared(roster.declared())) {
            recorder.write(roster.declared(), 0);
        }
    }

    /** Takes the streams of another runtime up; what it was saying, made or heard, has failed. */
    public void takeUp(List<Rune> recorded) {
        refuseOtherModels(recorded);
        recorded.forEach(rune -> {
            if (EventCatalogue.is(rune, SpeechRateSet.class)
                    && EventCatalogue.read(rune) instanceof SpeechRateSet(Json.Num(BigDecimal rate))) {
                pace = rate;
            }
        });
        Map<String, Boolean> open = new LinkedHashMap<>();
        for (Verdict<Subject> verdict : verdicts.takeUp(recorded)) {
            if (verdict.state() instanceof Stream stream && !stream.name().equals(VOICE)) {
                boolean over =
                        stream.state() instanceof StreamState.Stopped || stream.state() instanceof StreamState.Failed;
                open.put(stream.name(), !over);
            }
        }
        open.forEach((stream, isOpen) -> {
            if (isOpen) {
                request(0, SYSTEM, stream, "FAIL", Json.Obj.EMPTY);
            }
            registrar.retire(stream);
        });
        if (registrar.view().state(VOICE) == null) {
            opened();
        }
    }

    /** Whether a HALT keeps everything from being said until an operator resumes the conversation (ruling X4). */
    public boolean isHalted() {
        return recorder.rooms().isHalted();
    }

    /** Whether no reply is made or heard. */
    public boolean isAtRest() {
        return open.isEmpty();
    }

    /** An operator lets the conversation go on; whether that is allowed is a verdict like every other. */
    public boolean resumed(String operator, String reason) {
        Json.Obj why = Json.Obj.EMPTY.with("operator", operator).with("reason", reason);
        return request(0, OPERATOR, recorder.conversation(), "RESUME", why).isAllowed();
    }

    public void closed() {
        request(0, SYSTEM, recorder.conversation(), "SESSION_END", Json.Obj.EMPTY);
    }

    /**
     * A person changes how they want to be spoken to. A refusal is recorded like every verdict.
     *
     * @return whether what holds in all their conversations has changed by it
     */
    public boolean override(String action, Json.Obj parameters, String by) {
        Json.Obj before = ofUser(by);
        request(0, actor(by), VOICE, action, parameters);
        return !Objects.equals(before, ofUser(by));
    }

    /** Somebody says how they want to be spoken to: a first wish, a change of the one in force, or its end. */
    public boolean wish(Json.Obj manner, String by) {
        boolean first = ActiveOverride.of(registrar.view(), VOICE) == null;
        if (manner.has(People.OFF)) {
            return !first && override("DISABLE_OVERRIDE", Json.Obj.EMPTY, by);
        }
        return override(first ? "ENABLE_OVERRIDE" : "UPDATE_OVERRIDE", manner, by);
    }

    /** How this person wants to be spoken to in all their conversations, as far as this one knows; null for no wish. */
    public Json.@Nullable Obj ofUser(String person) {
        AccessibilityState state = ActiveOverride.ofUser(registrar.view(), actor(person));
        return state == null ? null : state.toJson();
    }

    /**
     * Takes over how somebody wants to be spoken to in all their conversations: an imported rune says where it was decided,
     * and the room decides about it in their name (rulings A12, X7). What they chose for this conversation stands above it.
     */
    public void take(KeptOverride kept) {
        Json.Obj wanted = kept.override();
        Json.Obj present = ofUser(kept.person());
        AccessibilityState counts = ActiveOverride.of(registrar.view(), VOICE);
        boolean masked = counts != null && (counts.scope() == Scope.SESSION || present == null);
        if (taken.getOrDefault(kept.person(), 0L) >= kept.eventId() || masked || Objects.equals(wanted, present)) {
            return;
        }
        taken.put(kept.person(), kept.eventId());
        recorder.write(kept.imported(), 0);
        Json source = Objects.requireNonNull(kept.imported().payload().get("source"));
        String action = wanted == null ? "DISABLE_OVERRIDE" : present == null ? "ENABLE_OVERRIDE" : "UPDATE_OVERRIDE";
        Json.Obj parameters = wanted == null ? Json.Obj.EMPTY : wanted;
        request(0, actor(kept.person()), VOICE, action, parameters.with("source", source));
    }

    private Json.Obj charter(String owner, boolean interruptible) {
        Json.Obj charter = Json.Obj.EMPTY.with("session", recorder.conversation());
        Json.Obj named = interruptible ? charter.with("interruptible", true) : charter;
        return roster.isAlone() && !roster.isHuman(owner) ? named : named.with("priority", roster.priority(owner));
    }

    /** Who has the floor among the agents; empty while nobody has. */
    public String speaker() {
        return registrar.view().state(VOICE) instanceof Stream voice && voice.owner() != null ? voice.owner() : "";
    }

    /** No agent is left: what is said from now on the runtime says itself. */
    public void abandon() {
        abandoned = true;
    }

    private String voice() {
        return abandoned && speaker().isEmpty() ? SYSTEM : speaker();
    }

    /** Whether an agent has the floor, so that somebody can answer. */
    public boolean hasSpeaker() {
        return registrar.view().state(VOICE) == null || !speaker().isEmpty();
    }

    /** An agent wants the floor or gives it away; who is not on the roster is refused by the room. */
    public void acted(String agent, String act, String to) {
        switch (act) {
            case "claim" -> request(0, agent, VOICE, "CLAIM", Json.Obj.EMPTY.with("priority", roster.priority(agent)));
            case "transfer" -> {
                if (roster.knows(to)) {
                    request(0, agent, VOICE, "TRANSFER", Json.Obj.EMPTY.with("to", to));
                } else {
                    recorder.refusal(Roster.RULE, agent, act, to + " is not on the roster");
                }
            }
            case "release" -> request(0, agent, VOICE, "RELEASE", Json.Obj.EMPTY);
            default -> throw new IllegalArgumentException("An agent does not " + act + ".");
        }
    }

    /** An agent wants to interrupt this reply, which is being said; whether it may. Its priority is the roster's. */
    public boolean mayInterrupt(long turn, long reply, String agent) {
        return open.contains(reply)
                && request(
                                turn,
                                agent,
                                name(reply),
                                "INTERRUPT",
                                Json.Obj.EMPTY.with("priority", roster.priority(agent)))
                        .isAllowed();
    }

    /** Whether an agent has the right to interrupt this reply. Nothing is asked for, so nothing is recorded. */
    public boolean hasRightToInterrupt(long reply, String agent) {
        return room.mayEverInterrupt(registrar.view(), name(reply), agent, roster.priority(agent));
    }

    /**
     * A plugin changes how a reply is spoken: the next one, until it is committed. What is being made already does not
     * change any more. A plugin that reaches for a person's own override is refused, and one that would switch it off halts
     * the conversation (ruling A9).
     */
    public void plug(long turn, String plugin, Json.Obj change) {
        String touched = PluginChanges.touched(change);
        if (touched != null) {
            Json value = change.get(touched);
            Json.Obj field = Json.Obj.EMPTY.with("field", touched);
            request(turn, plugin, VOICE, "TAMPER", value == null ? field : field.with("value", value));
        } else if (open.isEmpty()) {
            plugins.add(plugin, change);
        } else if (change.fields().isEmpty()) {
            request(turn, plugin, name(open.getLast()), "ROLLBACK", Json.Obj.EMPTY);
        } else {
            request(turn, plugin, name(open.getLast()), "MUTATE_GRAPH", Json.Obj.EMPTY.with("change", change));
        }
    }

    /** How replies are to be spoken from now on. */
    public Manner manner() {
        Manner wanted = override();
        return wanted == null ? plugins.manner(pace) : wanted;
    }

    /** From now on the far end is spoken to at this rate, where no person and no plugin wants another. */
    public void pace(BigDecimal rate) {
        pace = rate;
        recorder.write(new SpeechRateSet(new Json.Num(rate)), 0);
    }

    /** How a person wants to be spoken to, whatever others ask for; null while no override counts. */
    @Nullable
    Manner override() {
        AccessibilityState override = ActiveOverride.of(registrar.view(), VOICE);
        if (override == null) {
            return null;
        }
        BigDecimal rate = override.speechRate();
        BigDecimal pauses = override.pauseAmplification();
        return new Manner(
                rate == null ? BigDecimal.ONE : rate,
                pauses == null ? BigDecimal.ONE : pauses,
                override.forcedCaptions());
    }

    /**
     * Whether the reply may be made: its stream is created, started and compiled.
     *
     * @param later whether it goes on with a reply that was begun; a plugin's change then waits for the next reply
     */
    boolean mayBegin(long turn, long reply, boolean interruptible, boolean later) {
        String owner = voice();
        open.add(reply);
        boolean started = request(turn, owner, name(reply), "CREATE", charter(owner, interruptible))
                        .isAllowed()
                && request(turn, owner, name(reply), "START", Json.Obj.EMPTY).isAllowed();
        if (started && !later) {
            plugins.write(
                    owner,
                    ActiveOverride.of(registrar.view(), VOICE) != null,
                    (actor, action, parameters) -> request(turn, actor, name(reply), action, parameters));
        }
        return started
                && request(turn, owner, name(reply), "COMPILE", Json.Obj.EMPTY).isAllowed();
    }

    /** Whether the reply may be heard. */
    boolean mayPlay(long turn, long reply) {
        return request(turn, owner(reply), name(reply), "PLAY", Json.Obj.EMPTY).isAllowed();
    }

    void ended(long turn, long reply) {
        request(turn, owner(reply), name(reply), "STOP", Json.Obj.EMPTY);
        retire(reply);
    }

    /** Ends a reply before its time: by the person who interrupted it, else by the system. */
    void cut(long turn, long reply, boolean heard, Cut cut) {
        if (heard) {
            cutHeard(turn, reply, cut);
        } else {
            request(turn, SYSTEM, name(reply), "FAIL", Json.Obj.EMPTY);
        }
        retire(reply);
    }

    private void cutHeard(long turn, long reply, Cut cut) {
        switch (cut) {
            case Cut.ByPerson(String person) -> request(turn, actor(person), name(reply), "INTERRUPT", Json.Obj.EMPTY);
            case Cut.Already _ -> {
                // The room has allowed it and stopped the stream already.
            }
            case Cut.BySystem _ -> request(turn, SYSTEM, name(reply), "STOP", Json.Obj.EMPTY);
            case Cut.ByFailure _ -> request(turn, SYSTEM, name(reply), "FAIL", Json.Obj.EMPTY);
        }
    }

    /** Who began the reply; what is begun is said to its end by the same agent. */
    private String owner(long reply) {
        return registrar.view().state(name(reply)) instanceof Stream stream && stream.owner() != null
                ? stream.owner()
                : voice();
    }

    /** A reply that is over is never named again: replies are numbered upwards. */
    private void retire(long reply) {
        open.remove(reply);
        registrar.retire(name(reply));
    }

    private static String name(long reply) {
        return "reply:" + reply;
    }

    private Verdict<Subject> request(long turn, String actor, String target, String action, Json.Obj parameters) {
        verdicts.about(turn);
        return registrar.request(new Request(
                Instant.ofEpochMilli(clock.steadyMillis()).atOffset(ZoneOffset.UTC),
                actor,
                target,
                action,
                parameters));
    }
}
