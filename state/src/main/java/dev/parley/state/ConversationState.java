package dev.parley.state;

import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of one conversation: all slices, folded over its events. Each event is checked and then applied, by the recorder
 * that wrote it or by a reader of the record. One thread at a time.
 */
public final class ConversationState implements StateView {
    private static final List<Slice<?>> SLICES = List.of(
            Agents.SLICE,
            SessionValues.SLICE,
            Phase.SLICE,
            ReplyNumbers.SLICE,
            Line.SLICE,
            Halt.SLICE,
            Turns.SLICE,
            ShownState.SLICE,
            Takeover.SLICE,
            Replies.SLICE,
            Voices.SLICE,
            ProviderCalls.SLICE,
            Words.SLICE,
            Calls.SLICE,
            RequestedCalls.SLICE,
            Questions.SLICE,
            UnansweredQuestions.SLICE);
    private static final List<Rule<?>> RULES = Stream.of(
                    AgentRules.ALL,
                    LineRules.ALL,
                    TurnRules.ALL,
                    ShownStateRules.ALL,
                    TakeoverRules.ALL,
                    ReplyRules.all(),
                    PlaybackRules.all(),
                    VoiceRules.ALL,
                    ProviderCallRules.ALL,
                    WordRules.ALL,
                    CallRules.ALL,
                    QuestionRules.ALL)
            .flatMap(List::stream)
            .toList();
    private static final List<Placed> PLACED = placed();
    private static final Map<Class<?>, Concern> CONCERNS = concerns();

    private final Object[] values = SLICES.stream().map(Slice::initial).toArray();
    private long epoch;
    private long lastTurn;
    private long newestNanos = Long.MIN_VALUE;

    /** Which slices an event of some kind changes, and which rules look at it. */
    private record Concern(List<Placed> slices, List<Rule<?>> rules) {}

    /** A slice and the place of its value. */
    private record Placed(int place, Slice<Object> slice) {}

    @SuppressWarnings("unchecked") // the value of a slice was made by that slice
    private static List<Placed> placed() {
        List<Placed> all = new ArrayList<>();
        SLICES.forEach(slice -> all.add(new Placed(all.size(), (Slice<Object>) slice)));
        return List.copyOf(all);
    }

    private static Map<Class<?>, Concern> concerns() {
        Map<Class<?>, Concern> all = new HashMap<>();
        for (Placed placed : PLACED) {
            new LinkedHashSet<>(placed.slice.changedBy())
                    .forEach(each -> concern(all, each).slices.add(placed));
        }
        RULES.forEach(rule -> concern(all, rule.on()).rules.add(rule));
        return all;
    }

    private static Concern concern(Map<Class<?>, Concern> all, Class<?> event) {
        return all.computeIfAbsent(event, _ -> new Concern(new ArrayList<>(), new ArrayList<>()));
    }

    /** Whether the state or a rule depends on the fields of events of this kind. */
    public static boolean readsFields(Class<? extends Event> event) {
        Concern concern = CONCERNS.get(event);
        return concern != null
                && (!concern.rules.isEmpty()
                        || concern.slices.stream().anyMatch(each -> each.slice.readsFields(event)));
    }

    /** The first rule that this event would break as the next one, or null. An event that is checked is applied next. */
    public Rule.@Nullable Broken check(Recorded event) {
        begin(event);
        Concern concern = CONCERNS.get(event.type());
        if (concern != null) {
            for (Rule<?> rule : concern.rules) {
                Rule.Broken broken = rule.broken(this, event);
                if (broken != null) {
                    return broken;
                }
            }
        }
        return null;
    }

    /**
     * A runtime begins with this event, or begins another lease. Whoever checks or applies the event does not have to say so.
     *
     * @return whether another runtime takes the conversation over
     */
    public boolean begin(Recorded event) {
        if (event.epoch() <= epoch) {
            return false;
        }
        boolean isTakeover = epoch > 0 && !isRotation(event);
        if (isTakeover) {
            takeOver();
        }
        epoch = event.epoch();
        return isTakeover;
    }

    private void takeOver() {
        PLACED.forEach(each -> values[each.place] = each.slice.takenOver(values[each.place], lastTurn));
    }

    /**
     * Applies one of the events that a snapshot keeps. Among them are not all by which a runtime went on under another lease, but
     * always the last one by which another runtime went on.
     */
    public void applyKept(Recorded event) {
        if (event.type().equals(SessionResumed.class)) {
            takeOver();
        }
        epoch = Math.max(epoch, event.epoch());
        apply(event);
    }

    /** Whether the runtime that has the conversation says with this event that it goes on under the next lease. */
    private static boolean isRotation(Recorded event) {
        return event.type().equals(PlacementLeaseRotated.class)
                && event.event() instanceof PlacementLeaseRotated rotated
                && rotated.source() == null
                && rotated.epoch() == event.epoch();
    }

    public void apply(Recorded event) {
        begin(event);
        RuneEnvelope envelope = event.rune().envelope();
        if (envelope.leaseEpoch() > 0) {
            // What the log itself writes is under no lease and by a clock of its own.
            newestNanos = Math.max(newestNanos, envelope.monotonicNanos());
        }
        lastTurn = Math.max(lastTurn, envelope.turn());
        Concern concern = CONCERNS.get(event.type());
        if (concern != null) {
            for (Placed each : concern.slices) {
                values[each.place] = each.slice.apply(values[each.place], event);
            }
        }
    }

    @SuppressWarnings("unchecked") // the value of a slice was made by that slice
    private <S> S value(Slice<S> slice) {
        return (S) values[SLICES.indexOf(slice)];
    }

    /** The events so far were those that a snapshot keeps: at its moment nothing was open. */
    public void rest() {
        PLACED.forEach(each -> values[each.place] = each.slice.atRest(values[each.place]));
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public long lastTurn() {
        return lastTurn;
    }

    /** The latest time at which anything was recorded, {@link Long#MIN_VALUE} where nothing was. */
    public long newestNanos() {
        return newestNanos;
    }

    @Override
    public Phase phase() {
        return value(Phase.SLICE);
    }

    @Override
    public ReplyNumbers replies() {
        return value(ReplyNumbers.SLICE);
    }

    @Override
    public Line line() {
        return value(Line.SLICE);
    }

    @Override
    public Halt halt() {
        return value(Halt.SLICE);
    }

    @Override
    public Turns turns() {
        return value(Turns.SLICE);
    }

    @Override
    public Takeover takeover() {
        return value(Takeover.SLICE);
    }

    @Override
    public ShownState shown() {
        return value(ShownState.SLICE);
    }

    @Override
    public Replies openReplies() {
        return value(Replies.SLICE);
    }

    @Override
    public Calls calls() {
        return value(Calls.SLICE);
    }

    @Override
    public RequestedCalls requestedCalls() {
        return value(RequestedCalls.SLICE);
    }

    @Override
    public Questions questions() {
        return value(Questions.SLICE);
    }

    @Override
    public UnansweredQuestions unansweredQuestions() {
        return value(UnansweredQuestions.SLICE);
    }

    @Override
    public Agents agents() {
        return value(Agents.SLICE);
    }

    @Override
    public Voices voices() {
        return value(Voices.SLICE);
    }

    @Override
    public ProviderCalls providers() {
        return value(ProviderCalls.SLICE);
    }

    @Override
    public Words words() {
        return value(Words.SLICE);
    }

    @Override
    public SessionValues values() {
        return value(SessionValues.SLICE);
    }

    /** The state after these runes, from the beginning of a conversation or of what is left of it. */
    public static ConversationState of(List<Rune> runes) {
        ConversationState state = new ConversationState();
        runes.forEach(rune -> state.apply(Recorded.of(rune)));
        return state;
    }

    /** Everything that holds in every honest record. */
    public static List<Rule<?>> rules() {
        return RULES;
    }
}
