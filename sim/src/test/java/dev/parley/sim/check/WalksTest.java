package dev.parley.sim.check;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.Request;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseFold;
import dev.parley.kernel.people.household.Household;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Far from where the exhaustive exploration goes, random days of the house meet what it proves. */
class WalksTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noMoveBreaksWhatIsProvedOfEveryMove(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Household household = new Household(Slices.commands(), Slices.ages());
        HouseFold fold = new HouseFold(household);
        List<Request> alphabet = Slices.everything();
        House house = House.EMPTY;
        for (int i = random.nextInt(20, 121); i > 0; i--) {
            for (HouseFold.Move move : fold.moves(house, alphabet.get(random.nextInt(alphabet.size())))) {
                Properties.all(household.commands())
                        .forEach(property -> assertNull(property.check().failure(move), property.name()));
                house = move.after();
            }
        }
    }
}
