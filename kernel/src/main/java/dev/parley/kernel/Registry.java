package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The newest version of every subject, and which conversations stand halted. */
final class Registry<S extends Registered> implements View<S> {
    private final Map<String, Version<S>> newest = new HashMap<>();
    private final Halts halts;

    Registry(Halts halts) {
        this.halts = halts;
    }

    /** Moves in place, and names itself only when asked, so that the hot path leaves no garbage in the map. */
    private static final class Version<S> {
        private S state;
        private long number = 1;

        private Version(S state) {
            this.state = state;
        }

        private Version(Version<S> other) {
            this.state = other.state;
            this.number = other.number;
        }

        private void moveTo(S next) {
            state = next;
            number++;
        }
    }

    @Override
    public @Nullable StateId newest(String subject) {
        Version<S> version = newest.get(subject);
        return version == null ? null : new StateId(subject, version.number);
    }

    @Override
    public @Nullable S state(String subject) {
        Version<S> version = newest.get(subject);
        return version == null ? null : version.state;
    }

    void register(S state) {
        Version<S> version = newest.get(state.id());
        if (version == null) {
            newest.put(state.id(), new Version<>(state));
        } else {
            version.moveTo(state);
        }
    }

    void retire(String subject) {
        newest.remove(subject);
    }

    @Override
    public boolean isHalted(String scope) {
        return halts.isHalted(scope);
    }

    void halt(String scope) {
        halts.halt(scope);
    }

    void lift(String scope) {
        halts.lift(scope);
    }

    /** Every subject with its version and its state, in the order of their names. */
    Json keep() {
        List<Json> kept = new ArrayList<>();
        new TreeMap<>(newest)
                .forEach((_, version) -> kept.add(
                        Json.Obj.EMPTY.with("version", version.number).with("state", StateJson.write(version.state))));
        return Json.of(kept);
    }

    /** Puts one kept subject in its place. */
    void restore(S state, long number) {
        Version<S> version = new Version<>(state);
        version.number = number;
        newest.put(state.id(), version);
    }

    List<S> states() {
        return new TreeMap<>(newest)
                .values().stream().map(version -> version.state).toList();
    }

    List<String> subjects() {
        return newest.keySet().stream().sorted().toList();
    }

    boolean isAnyHalted() {
        return halts.isHalted();
    }

    boolean isEmpty() {
        return newest.isEmpty();
    }

    /** The states and the halted conversations, without their versions. */
    Object snapshot() {
        Map<String, S> states = new HashMap<>();
        newest.forEach((subject, version) -> states.put(subject, version.state));
        return List.of(states, halts.scopes());
    }

    Registry<S> fork() {
        return copy(halts.fork());
    }

    /** A copy in which nothing is halted. */
    Registry<S> resumed() {
        return copy(Halts.byScope());
    }

    private Registry<S> copy(Halts theirs) {
        Registry<S> copy = new Registry<>(theirs);
        newest.forEach((subject, version) -> copy.newest.put(subject, new Version<>(version)));
        return copy;
    }
}
