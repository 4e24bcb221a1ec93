package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationStore;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is asked in whatever order, the registrar, the plain fold and the record agree. */
class HouseholdPropertiesTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 150);
    }

    private static List<Request> requests(long seed) {
        return Days.random(RandomGeneratorFactory.of("L64X128MixRandom").create(seed), 20, 120);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theRecordLeadsToTheSameHouseAgain(long seed) {
        AttestationStore store = new AttestationStore();
        Registrar<Place, HouseEvent> registrar = new Registrar<>(new Household(), store);
        requests(seed).forEach(registrar::request);
        Registrar<Place, HouseEvent> again = new Registrar<>(new Household(), attestation -> {});
        assertEquals(
                new Rebuild.Result.Verified(),
                Rebuild.into(
                        again, store.all().stream().map(Attestation::toJson).toList()));
        assertEquals(Household.house(registrar.view()), Household.house(again.view()));
        assertEquals(registrar.head(), again.head());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theFoldAndTheRegistrarAgree(long seed) {
        Registrar<Place, HouseEvent> registrar = new Registrar<>(new Household(), attestation -> {});
        HouseFold fold = new HouseFold(new Household());
        House house = House.EMPTY;
        List<House> folded = new ArrayList<>();
        List<House> registered = new ArrayList<>();
        for (Request request : requests(seed)) {
            house = fold.after(house, List.of(request));
            folded.add(house);
            registrar.request(request);
            registered.add(Household.house(registrar.view()));
        }
        assertEquals(registered, folded);
    }
}
