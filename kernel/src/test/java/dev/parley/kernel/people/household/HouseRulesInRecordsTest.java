package dev.parley.kernel.people.household;

import dev.parley.kernel.FlippedRecord;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** For every rule of the house there is a record on which it fails when the record is folded. */
class HouseRulesInRecordsTest {
    /** The standard ones, and one that asks for consent. */
    private static Catalogue commands() {
        List<CommandSpec> commands = new ArrayList<>(Catalogue.standard().commands());
        commands.add(new CommandSpec("share_photos", CommandGroup.MEDIA, false, "recording", List.of()));
        return new Catalogue(commands, Catalogue.standardRoles());
    }

    @Test
    void ofTheHousehold() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20261116);
        FlippedRecord<?, ?> records = new FlippedRecord<>(new Household(commands(), AgeTable.DEFAULT));
        for (int run = 0; run < 1_000; run++) {
            records.in(run % 2 == 0 ? Days.random(random, 50, 100) : Days.atHome(random, 60));
        }
        records.foundAllBut(Set.of());
    }
}
