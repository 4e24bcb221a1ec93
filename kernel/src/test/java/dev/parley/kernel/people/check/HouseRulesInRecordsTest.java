package dev.parley.kernel.people.check;

import dev.parley.kernel.FlippedRecord;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Household;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** For every rule of the house there is a record on which it fails when the record is folded. */
class HouseRulesInRecordsTest {
    private static final List<String> ACTORS =
            List.of("system", "user_ana", "user_ben", "user_chris", "agent_a", "user");

    /** Ana is confirmed on her birthday and greeted; then somebody brings the greeting a second time. */
    private static List<Request> greetedTwice() {
        Slice birthday = Slices.all().stream()
                .filter(slice -> slice.name().contains("date"))
                .findFirst()
                .orElseThrow();
        Request tick = birthday.alphabet().stream()
                .filter(request -> request.action().equals("date_tick")
                        && request.at().isAfter(birthday.setup().getFirst().at()))
                .findFirst()
                .orElseThrow();
        List<Request> requests = new ArrayList<>(birthday.setup());
        Json.Obj person = Json.Obj.EMPTY.with("person", tick.target());
        for (String event : List.of("explicit_identity_claim", "validation_success")) {
            requests.add(new Request(tick.at(), "system", tick.target(), event, person, "identity"));
        }
        requests.add(tick);
        requests.add(tick.instead("system", tick.target(), "birthday_greeting", Json.Obj.EMPTY));
        return requests;
    }

    @Test
    void ofTheHousehold() {
        long seed = 20261116;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        FlippedRecord<?, ?> records = new FlippedRecord<>(new Household(Slices.commands(), Slices.ages()));
        List<Request> alphabet = new ArrayList<>(Slices.everything());
        for (Slice slice : Slices.all()) {
            alphabet.addAll(slice.alphabet());
        }
        alphabet.add(Slices.ask("user_ben", "ben", "command", "authorization_granted"));
        alphabet.add(Slices.ask("agent_a", "zoe", null, "person_added", "role", "GUEST"));
        alphabet.stream()
                .filter(request -> request.action().equals("date_tick"))
                .map(tick -> tick.instead("system", tick.target(), "birthday_greeting", Json.Obj.EMPTY))
                .toList()
                .forEach(alphabet::add);
        for (Slice slice : Slices.all()) {
            for (int run = 0; run < 15; run++) {
                List<Request> requests = new ArrayList<>(slice.setup());
                for (int i = 0; i < 150; i++) {
                    List<Request> from = random.nextInt(4) == 0 ? alphabet : slice.alphabet();
                    Request request = from.get(random.nextInt(from.size()));
                    requests.add(
                            random.nextInt(6) == 0 ? request.by(ACTORS.get(random.nextInt(ACTORS.size()))) : request);
                }
                records.in(requests);
            }
        }
        records.in(greetedTwice());
        records.foundAllBut(Set.of());
    }
}
