package dev.parley.kernel.people.household;

import dev.parley.kernel.Effect;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The household as a plain function from one house to the next, with the same machine, rules and conclusions that run
 * under the registrar and without its record. Whoever explores millions of houses uses it.
 */
public final class HouseFold {
    private final Household household;
    private final List<HouseRule> rules;
    private final Map<Class<?>, List<HouseRule>> byEvent = new HashMap<>();
    private final IdentityHashMap<Request, Reading<HouseEvent>> read = new IdentityHashMap<>();

    /** One allowed move, by request or by conclusion. */
    public record Move(Request request, House before, House after, List<? extends Effect> effects) {}

    public HouseFold(Household household) {
        this(household, Set.of());
    }

    /** With these rules switched off, to see what they prevent. */
    public HouseFold(Household household, Set<String> switchedOff) {
        this.household = household;
        this.rules = HouseRules.all().stream()
                .filter(rule -> !switchedOff.contains(rule.id()))
                .toList();
    }

    public Household household() {
        return household;
    }

    /** Reads a request once that will be asked again and again. */
    public void prepare(Request request) {
        read.put(request, household.read(request));
    }

    /** Every allowed move that this request brings about, in order; the last one leads to the next house. */
    public List<Move> moves(House house, Request request) {
        List<Move> moves = new ArrayList<>();
        decide(house, request, moves);
        return moves;
    }

    /** The house after these requests. */
    public House after(House house, List<Request> requests) {
        House next = house;
        for (Request request : requests) {
            next = decide(next, request, new ArrayList<>());
        }
        return next;
    }

    private House decide(House house, Request request, List<Move> moves) {
        Person person = house.person(request.target());
        Reading<HouseEvent> prepared = read.get(request);
        Reading<HouseEvent> reading = prepared == null ? household.read(request) : prepared;
        if (!(reading instanceof Reading.Understood<HouseEvent>(HouseEvent event))
                || (person == null) != household.founds(event)) {
            return house;
        }
        Place present = person == null ? null : new Place(request.target(), house);
        Moment moment = Moment.of(present, event, request, household.commands(), house);
        Conclusions conclusions = household.conclusions();
        House next = house;
        List<Request> follow;
        switch (household.machine().step(moment)) {
            case Step.Moved<House>(House moved, var effects) -> {
                String broken = broken(moment);
                if (broken == null) {
                    moves.add(new Move(request, house, moved, effects));
                    next = moved;
                    follow = conclusions.after(moment, moved);
                } else {
                    follow = conclusions.afterRefusal(moment, broken);
                }
            }
            case Step.Refused<House>(String rule, String _) -> follow = conclusions.afterRefusal(moment, rule);
        }
        for (Request each : follow) {
            next = decide(next, each, moves);
        }
        return next;
    }

    private List<HouseRule> about(Class<?> event) {
        return rules.stream()
                .filter(rule -> rule.about() == null || rule.about() == event)
                .toList();
    }

    private @Nullable String broken(Moment moment) {
        for (HouseRule rule : byEvent.computeIfAbsent(moment.event().getClass(), this::about)) {
            if (rule.check().failure(moment) != null) {
                return rule.id();
            }
        }
        return null;
    }
}
