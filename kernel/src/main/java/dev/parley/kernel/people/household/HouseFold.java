package dev.parley.kernel.people.household;

import dev.parley.kernel.Alongside;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Judge;
import dev.parley.kernel.Judged;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The household as a plain function from one house to the next: the registrar's own decision without its record. Whoever
 * explores millions of houses uses it.
 */
public final class HouseFold {
    private final Household household;
    private final Judge<Place, HouseEvent> judge;
    private final IdentityHashMap<Request, Reading<HouseEvent>> read = new IdentityHashMap<>();

    /** One allowed move, by request or by conclusion. */
    public record Move(Request request, House before, House after, List<? extends Effect> effects) {}

    public HouseFold(Household household) {
        this(household, Set.of());
    }

    /** With these rules switched off, to see what they prevent. */
    public HouseFold(Household household, Set<String> switchedOff) {
        this.household = household;
        this.judge = Judge.without(switchedOff, household);
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
        Reading<HouseEvent> prepared = read.get(request);
        Reading<HouseEvent> reading = prepared == null ? household.read(request) : prepared;
        Judged<Place, HouseEvent> judged = judge.judge(new Inhabited(house), request, reading);
        Place place = judged.state();
        House next = house;
        if (judged.isAllowed() && place != null) {
            next = place.house();
            moves.add(new Move(request, house, next, own(judged.effects())));
        }
        for (Request each : judge.followUps(new Inhabited(next), judged)) {
            next = decide(next, each, moves);
        }
        return next;
    }

    /** The effects without the house itself, which the move names already. */
    private static List<? extends Effect> own(List<? extends Effect> effects) {
        return effects.stream()
                .filter(effect -> !(effect instanceof Alongside<?>))
                .toList();
    }

    /** The places of one house as a registrar would hold them. */
    private record Inhabited(House house) implements View<Place> {
        @Override
        public @Nullable Place state(String subject) {
            return subject.equals(Place.WHOLE) || house.person(subject) != null ? new Place(subject, house) : null;
        }
    }
}
