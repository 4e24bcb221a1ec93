package dev.parley.sim.check;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseFold;
import dev.parley.kernel.people.household.HouseFold.Move;
import dev.parley.kernel.people.household.Household;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Random walks through the whole household: every machine of three people at once, which is too much to exhaust. */
public final class Walks {
    public static final long DEFAULT_SEED = 20260310L;
    public static final int DEFAULT_STEPS = 200_000;

    /** A walk starts again from the first house after so many steps, so that traces stay readable. */
    private static final int LENGTH = 200;

    private final HouseFold fold = new HouseFold(new Household(Slices.commands(), Slices.ages()));
    private final List<Property> properties = Properties.all(Slices.commands());
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final HouseKey keys = new HouseKey();
    private final Set<String> houses = new HashSet<>();
    private long moves;

    private Walks() {}

    /** The same seed walks the same way. */
    public static Report random(long seed, int steps) {
        return new Walks().run(new SplittableRandom(seed), steps);
    }

    private Report run(SplittableRandom random, int steps) {
        List<Request> alphabet = Slices.everything();
        List<Request> setup = Slices.everyone();
        alphabet.forEach(fold::prepare);
        House first = fold.after(House.EMPTY, setup);
        House house = first;
        List<Request> trace = new ArrayList<>(setup);
        for (int i = 0; i < steps; i++) {
            if (i % LENGTH == 0) {
                house = first;
                trace = new ArrayList<>(setup);
            }
            Request request = alphabet.get(random.nextInt(alphabet.size()));
            trace.add(request);
            house = step(house, request, trace);
            houses.add(keys.of(house, List.of()));
        }
        List<String> held = new ArrayList<>();
        properties.forEach(property -> held.add(property.name()));
        held.removeAll(findings.keySet());
        String seeded = "sampled, not exhausted: " + steps + " steps";
        return new Report(
                "three people: all machines, random walks",
                false,
                houses.size(),
                moves,
                steps,
                List.of(seeded),
                held,
                List.copyOf(findings.values()),
                new TreeSet<>(),
                new TreeSet<>());
    }

    private House step(House house, Request request, List<Request> trace) {
        List<Move> made = fold.moves(house, request);
        moves += made.size();
        for (Move move : made) {
            for (Property property : properties) {
                String failure = property.check().failure(move);
                if (failure != null) {
                    findings.putIfAbsent(property.name(), new Finding(property.name(), failure, List.copyOf(trace)));
                }
            }
        }
        return made.isEmpty() ? house : made.getLast().after();
    }
}
