package dev.parley.state;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of one conversation: all slices, folded over its events. Each event is checked and then applied, by the recorder
 * that wrote it or by a reader of the record. One thread at a time.
 */
public final class ConversationState {
    private static final List<Slice<?>> SLICES = List.of(Agents.SLICE, SessionValues.SLICE);
    private static final Map<Class<?>, Concern> CONCERNS = concerns();

    private final Object[] values = SLICES.stream().map(Slice::initial).toArray();

    /** Which slices an event of some kind changes, and which rules look at it, each with the number of its slice. */
    private record Concern(List<Numbered<Slice<Object>>> slices, List<Numbered<Rule<Object, ?>>> rules) {}

    private record Numbered<T>(int slice, T what) {}

    @SuppressWarnings("unchecked") // the value at the number of a slice was made by that slice
    private static Map<Class<?>, Concern> concerns() {
        Map<Class<?>, Concern> all = new HashMap<>();
        for (int i = 0; i < SLICES.size(); i++) {
            Slice<Object> slice = (Slice<Object>) SLICES.get(i);
            Set<Class<? extends Event>> seen = new LinkedHashSet<>(slice.changedBy());
            for (Class<? extends Event> each : seen) {
                concern(all, each).slices.add(new Numbered<>(i, slice));
            }
            for (Rule<Object, ?> rule : slice.rules()) {
                concern(all, rule.on()).rules.add(new Numbered<>(i, rule));
            }
        }
        return all;
    }

    private static Concern concern(Map<Class<?>, Concern> all, Class<?> event) {
        return all.computeIfAbsent(event, _ -> new Concern(new ArrayList<>(), new ArrayList<>()));
    }

    /** Whether events of this kind change the state, or a rule looks at them. */
    public static boolean isConcerned(Class<?> event) {
        return CONCERNS.containsKey(event);
    }

    /** The first rule that this event would break as the next one, or null. */
    public Rule.@Nullable Broken check(Recorded event) {
        Concern concern = CONCERNS.get(event.event().getClass());
        if (concern != null) {
            for (Numbered<Rule<Object, ?>> rule : concern.rules) {
                Rule.Broken broken = rule.what.broken(values[rule.slice], event);
                if (broken != null) {
                    return broken;
                }
            }
        }
        return null;
    }

    public void apply(Recorded event) {
        Concern concern = CONCERNS.get(event.event().getClass());
        if (concern != null) {
            for (Numbered<Slice<Object>> slice : concern.slices) {
                values[slice.slice] = slice.what.apply(values[slice.slice], event);
            }
        }
    }

    /** Which agents there are, and how they are. */
    public Agents agents() {
        return (Agents) values[SLICES.indexOf(Agents.SLICE)];
    }

    /** What the session keeps for good. */
    public SessionValues values() {
        return (SessionValues) values[SLICES.indexOf(SessionValues.SLICE)];
    }

    /** The state after these runes, from the beginning of a conversation or of what is left of it. */
    public static ConversationState of(List<Rune> runes) {
        ConversationState state = new ConversationState();
        runes.forEach(rune -> state.apply(Recorded.of(rune)));
        return state;
    }

    /** Every rule of every slice. */
    public static List<Rule<?, ?>> rules() {
        List<Rule<?, ?>> all = new ArrayList<>();
        SLICES.forEach(slice -> all.addAll(slice.rules()));
        return all;
    }
}
