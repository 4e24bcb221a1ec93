package dev.parley.state;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of one conversation: all slices, folded over its events. Each event is checked and then applied, by the recorder
 * that wrote it or by a reader of the record. One thread at a time.
 */
public final class ConversationState {
    private static final List<Slice<?>> SLICES = List.of(
            Agents.SLICE,
            SessionValues.SLICE,
            Phase.SLICE,
            ReplyNumbers.SLICE,
            Calls.SLICE,
            RequestedCalls.SLICE,
            Questions.SLICE,
            UnansweredQuestions.SLICE);
    private static final Map<Slice<?>, Integer> PLACES = places();
    private static final Map<Class<?>, Concern> CONCERNS = concerns();

    private final Object[] values = SLICES.stream().map(Slice::initial).toArray();
    private long epoch;
    private long lastTurn;
    private long newestNanos = Long.MIN_VALUE;

    /** Which slices an event of some kind changes, and which rules look at it. */
    private record Concern(List<Placed> slices, List<Rule<?>> rules) {}

    private record Placed(int place, Slice<Object> slice) {}

    private static Map<Slice<?>, Integer> places() {
        Map<Slice<?>, Integer> all = new IdentityHashMap<>();
        SLICES.forEach(slice -> all.put(slice, all.size()));
        return all;
    }

    @SuppressWarnings("unchecked") // the value of a slice was made by that slice
    private static Map<Class<?>, Concern> concerns() {
        Map<Class<?>, Concern> all = new HashMap<>();
        for (Slice<?> slice : SLICES) {
            Placed placed = new Placed(PLACES.get(slice), (Slice<Object>) slice);
            new LinkedHashSet<>(slice.changedBy())
                    .forEach(each -> concern(all, each).slices.add(placed));
            slice.rules().forEach(rule -> concern(all, rule.on()).rules.add(rule));
        }
        return all;
    }

    private static Concern concern(Map<Class<?>, Concern> all, Class<?> event) {
        return all.computeIfAbsent(event, _ -> new Concern(new ArrayList<>(), new ArrayList<>()));
    }

    /** Whether the state or a rule depends on the fields of events of this kind. */
    public static boolean readsFields(Class<?> event) {
        Concern concern = CONCERNS.get(event);
        return concern != null
                && (!concern.rules.isEmpty() || concern.slices.stream().anyMatch(each -> each.slice.readsFields()));
    }

    /** The first rule that this event would break as the next one, or null. */
    public Rule.@Nullable Broken check(Recorded event) {
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

    public void apply(Recorded event) {
        RuneEnvelope envelope = event.rune().envelope();
        if (envelope.leaseEpoch() > 0) {
            // What the log itself writes is under no lease and by a clock of its own.
            epoch = Math.max(epoch, envelope.leaseEpoch());
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
        return (S) values[PLACES.get(slice)];
    }

    /** The newest lease under which anything was recorded, 0 for none. */
    public long epoch() {
        return epoch;
    }

    /** The highest number of a turn. */
    public long lastTurn() {
        return lastTurn;
    }

    /** The latest time at which anything was recorded, {@link Long#MIN_VALUE} where nothing was. */
    public long newestNanos() {
        return newestNanos;
    }

    public Phase phase() {
        return value(Phase.SLICE);
    }

    public ReplyNumbers replies() {
        return value(ReplyNumbers.SLICE);
    }

    /** The tool calls. */
    public Calls calls() {
        return value(Calls.SLICE);
    }

    /** The calls that the model of the present turn requested. */
    public RequestedCalls requestedCalls() {
        return value(RequestedCalls.SLICE);
    }

    /** What people are asked about calls. */
    public Questions questions() {
        return value(Questions.SLICE);
    }

    /** The questions that nobody has answered. */
    public UnansweredQuestions unansweredQuestions() {
        return value(UnansweredQuestions.SLICE);
    }

    /** Which agents there are, and how they are. */
    public Agents agents() {
        return value(Agents.SLICE);
    }

    /** What the session keeps for good. */
    public SessionValues values() {
        return value(SessionValues.SLICE);
    }

    /** The state after these runes, from the beginning of a conversation or of what is left of it. */
    public static ConversationState of(List<Rune> runes) {
        ConversationState state = new ConversationState();
        runes.forEach(rune -> state.apply(Recorded.of(rune)));
        return state;
    }

    /** Every rule of every slice. */
    public static List<Rule<?>> rules() {
        List<Rule<?>> all = new ArrayList<>();
        SLICES.forEach(slice -> all.addAll(slice.rules()));
        return all;
    }
}
