package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandGroup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Short stories and all that the house says to the last line of each: every rule that it breaks with its reason, and what follows.
 * Where several rules stand behind each other, each is asked for by name, so that none can fall asleep behind another; a story may begin without the one that would stand before it.
 */
class EveryReasonTest {
    private static final String WITHOUT = "without ";

    private static Driven<Place, HouseEvent> house(String first) {
        Catalogue catalogue = new Catalogue(
                List.of(
                        new CommandSpec("disable_alarm", CommandGroup.SECURITY, true, null, List.of()),
                        new CommandSpec("set_volume", CommandGroup.MEDIA, false, null, List.of()),
                        new CommandSpec("wipe", CommandGroup.SYSTEM, false, null, List.of()),
                        new CommandSpec("share", CommandGroup.MEDIA, false, "sharing", List.of())),
                Catalogue.standardRoles());
        Household household = new Household(catalogue, AgeTable.DEFAULT);
        Driven<Place, HouseEvent> house = first.startsWith(WITHOUT)
                ? Driven.without(first.substring(WITHOUT.length()), household)
                : Driven.of(household);
        return house.confirmed("ana", "OWNER", "1980-05-01")
                .confirmed("adi", "ADMIN", "1981-05-01")
                .confirmed("ben", "OPERATOR", "1982-05-01")
                .confirmed("teo", "ADMIN", "2011-05-01")
                .confirmed("kim", "GUEST", "2011-05-01")
                .confirmed("uma", "ADMIN", "")
                .ask("system eve person_added role=OWNER birthdate=1983-05-01");
    }

    /** What was allowed, with what the house asked for by itself, or every reason why it was not. */
    private static String told(Verdict<Place> verdict) {
        if (!verdict.isAllowed()) {
            return verdict.violations().stream()
                    .map(each -> each.id() + " (" + each.reason() + ")")
                    .collect(Collectors.joining(", "));
        }
        Request request = verdict.attestation().request();
        return request.actor().equals("system")
                        && !request.parameters().fields().isEmpty()
                ? request.action() + " of " + request.target() + " "
                        + request.parameters().text()
                : request.action();
    }

    /** Every story and, on the next line, what is said to its end. */
    static Stream<Arguments> stories() throws IOException {
        List<Arguments> all = new ArrayList<>();
        try (InputStream file = Objects.requireNonNull(EveryReasonTest.class.getResourceAsStream("every-reason.txt"))) {
            List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (int i = 0; i < lines.size(); i += 2) {
                all.add(Arguments.of(lines.get(i), lines.get(i + 1)));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("stories")
    void isToldAtTheEndOfItsStory(String story, String told) {
        String[] lines = story.split("; ", -1);
        Driven<Place, HouseEvent> it = house(lines[0]);
        it.ask(Arrays.copyOfRange(lines, lines[0].startsWith(WITHOUT) ? 1 : 0, lines.length));
        assertEquals(
                told, it.all().stream().map(EveryReasonTest::told).collect(Collectors.joining(" | ", "  => ", "")));
    }
}
