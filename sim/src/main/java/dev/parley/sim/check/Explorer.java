package dev.parley.sim.check;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseFold.Move;
import dev.parley.kernel.people.household.Person;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Visits every house of a slice, breadth first, so that the first trace to a broken property is a shortest one. Then it
 * looks at the graph as a whole: whether a command can always come to rest.
 */
public final class Explorer {
    /** What the graph itself shows, beside the properties of single moves. */
    public static final String NOT_STUCK = "no command is stuck for ever";

    /** What was left out of a slice has no influence on what is in it. */
    public static final String APART =
            "addressing, dates and greetings change nothing else and nothing else reads them";

    private static final int FRAMED_EVERY = 16;
    private static final int STATES_MAX = 2_000_000;

    private final Slice slice;
    private final boolean stopsAtFirst;
    private final List<House> houses = new ArrayList<>();
    private final HouseKey keys = new HouseKey();
    private final Map<String, Integer> known = new HashMap<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<@Nullable Request> via = new ArrayList<>();
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final TreeSet<String> accepted = new TreeSet<>();
    private int[] edges = new int[1 << 16];
    private int edgeCount;
    private long moves;
    private long decisions;

    private Explorer(Slice slice, boolean stopsAtFirst) {
        this.slice = slice;
        this.stopsAtFirst = stopsAtFirst;
    }

    /** Explores all of it. */
    public static Report explore(Slice slice) {
        return new Explorer(slice, false).run();
    }

    /** Stops at the first broken property. */
    public static Report search(Slice slice) {
        return new Explorer(slice, true).run();
    }

    private Report run() {
        slice.alphabet().forEach(slice.fold()::prepare);
        visit(slice.fold().after(House.EMPTY, slice.setup()), -1, null);
        for (int at = 0; at < houses.size() && !(stopsAtFirst && !findings.isEmpty()); at++) {
            for (Request request : slice.alphabet()) {
                expand(at, request);
            }
            if (at % FRAMED_EVERY == 0) {
                frame(at);
            }
        }
        if (!stopsAtFirst || findings.isEmpty()) {
            findStuck();
        }
        List<String> proved = new ArrayList<>();
        slice.properties().forEach(property -> proved.add(property.name()));
        proved.add(NOT_STUCK);
        if (!slice.outsiders().isEmpty()) {
            proved.add(APART);
        }
        proved.removeAll(findings.keySet());
        return new Report(
                slice.name(),
                true,
                houses.size(),
                moves,
                decisions,
                slice.reductions(),
                proved,
                List.copyOf(findings.values()),
                unused(),
                accepted);
    }

    private void expand(int at, Request request) {
        House house = houses.get(at);
        List<Move> made = slice.fold().moves(house, request);
        decisions++;
        if (made.isEmpty()) {
            return;
        }
        moves += made.size();
        for (Move move : made) {
            accepted.add(nameOf(move.request()));
            judge(move, at, request);
        }
        edge(at, visit(made.getLast().after(), at, request));
    }

    /** What the outsiders do leaves this house as it is, and it goes on as if they had not done it. */
    private void frame(int at) {
        if (slice.outsiders().isEmpty() || findings.containsKey(APART)) {
            return;
        }
        House house = houses.get(at);
        House touched = slice.fold().after(house, slice.outsiders());
        if (!keys.core(house).equals(keys.core(touched))) {
            findings.put(APART, new Finding(APART, "an outsider changed this house", trace(at, null)));
        }
        for (Request request : slice.alphabet()) {
            String alone = keys.core(slice.fold().after(house, List.of(request)));
            if (!alone.equals(keys.core(slice.fold().after(touched, List.of(request))))) {
                findings.put(APART, new Finding(APART, "what an outsider did makes a difference", trace(at, request)));
            }
        }
    }

    private void judge(Move move, int at, Request request) {
        for (Property property : slice.properties()) {
            String failure = findings.containsKey(property.name())
                    ? null
                    : property.check().failure(move);
            if (failure != null) {
                findings.put(property.name(), new Finding(property.name(), failure, trace(at, request)));
            }
        }
    }

    private int visit(House house, int parent, @Nullable Request request) {
        Integer index = known.putIfAbsent(keys.of(house, slice.twins()), houses.size());
        if (index != null) {
            return index;
        }
        houses.add(house);
        parents.add(parent);
        via.add(request);
        if (houses.size() > STATES_MAX) {
            throw new IllegalStateException(slice.name() + " has more than " + STATES_MAX + " houses");
        }
        return houses.size() - 1;
    }

    private void edge(int from, int to) {
        if (from == to) {
            return;
        }
        if (edgeCount + 2 > edges.length) {
            edges = Arrays.copyOf(edges, edges.length * 2);
        }
        edges[edgeCount++] = from;
        edges[edgeCount++] = to;
    }

    private List<Request> trace(int at, @Nullable Request last) {
        List<Request> trace = new ArrayList<>();
        if (last != null) {
            trace.add(last);
        }
        for (int i = at; i > 0; i = parents.get(i)) {
            Request step = via.get(i);
            if (step != null) {
                trace.add(step);
            }
        }
        List<Request> whole = new ArrayList<>(slice.setup());
        whole.addAll(trace.reversed());
        return List.copyOf(whole);
    }

    /** Goes backwards from all houses in which no command is open; what is never reached is stuck. */
    private void findStuck() {
        BitSet rests = new BitSet(houses.size());
        for (int i = 0; i < houses.size(); i++) {
            rests.set(i, isAtRest(houses.get(i)));
        }
        boolean grew = true;
        while (grew) {
            grew = false;
            for (int i = edgeCount - 2; i >= 0; i -= 2) {
                if (rests.get(edges[i + 1]) && !rests.get(edges[i])) {
                    rests.set(edges[i]);
                    grew = true;
                }
            }
        }
        int stuck = rests.nextClearBit(0);
        if (stuck < houses.size()) {
            findings.put(NOT_STUCK, new Finding(NOT_STUCK, "a command never comes to rest", trace(stuck, null)));
        }
    }

    private static boolean isAtRest(House house) {
        for (Person person : house.people().values()) {
            if (!(person.command() instanceof CommandState.Idle)) {
                return false;
            }
        }
        return true;
    }

    private SortedSet<String> unused() {
        TreeSet<String> unused = new TreeSet<>();
        slice.alphabet().forEach(request -> unused.add(nameOf(request)));
        unused.removeAll(accepted);
        return unused;
    }

    private static String nameOf(Request request) {
        String machine = request.machine();
        return machine == null ? request.action() : machine + "." + request.action();
    }
}
