package dev.parley.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.AttestationStore;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The explorer proves what it should, and finds each rule that is switched off by its shortest trace. */
class ExplorerTest {
    private static Slice slice(Set<String> off, String name) {
        return Slices.all(off).stream()
                .filter(slice -> slice.name().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "one person: identity x age x mode x command",
        "two people, minor and minor",
        "'one person, chris'",
        "'one person, eve'",
        "one person: identity x age x mode x date",
        "one person: addressing",
    })
    void findsNothingWhereEveryRuleHolds(String name) {
        Report report = Explorer.explore(slice(Set.of(), name));
        assertEquals(List.of(), report.findings());
        assertTrue(report.states() > 5, report.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "people.command.minor,one person: identity x age x mode x command,no high-risk command for a minor or an unknown age",
        "people.command.unconfirmed,one person: identity x age x mode x command,nothing runs for a person who is not confirmed",
        "people.command.unverified_company,one person: identity x age x mode x command,no high-risk command before strangers",
        "people.command.role,one person: identity x age x mode x command,nothing runs without a role or an active loan",
        "people.command.delegation,one person: identity x age x mode x command,nothing runs without a role or an active loan",
        "people.command.consent,one person: identity x age x mode x command,nothing runs without the consent it needs",
        "people.command.unlisted,one person: identity x age x mode x command,nothing runs that is not listed",
        "people.confirmation.identity,one person: identity x age x mode x command,no high-risk command without the asker's own confirmation",
        "people.confirmation.other_command,one person: identity x age x mode x command,no high-risk command without the asker's own confirmation",
        "people.confirmation.context,one person: identity x age x mode x command,no high-risk command in another situation than it was asked for",
        "people.profile.self_age,'one person, chris',no minor changes their own age",
        "people.birthday.ambiguous,one person: identity x age x mode x date,'no greeting reveals a minor, an ambiguous person, or comes twice'",
        "people.birthday.minor_in_company,one person: identity x age x mode x date,'no greeting reveals a minor, an ambiguous person, or comes twice'",
        "people.birthday.repeated,one person: identity x age x mode x date,'no greeting reveals a minor, an ambiguous person, or comes twice'",
    })
    void findsTheRuleThatIsSwitchedOff(String rule, String name, String property) {
        Report report = Explorer.search(slice(Set.of(rule), name));
        List<String> broken = report.findings().stream().map(Finding::property).toList();
        assertTrue(broken.contains(property), () -> rule + " off breaks " + broken);
        Finding finding = report.findings().getFirst();
        System.out.println("# " + rule + " switched off: " + finding.detail());
        finding.lines().forEach(line -> System.out.println(line.canonical()));
        assertRunsAgain(finding);
    }

    /** The trace drives the real registrar, which refuses something in it because its rules hold. */
    private static void assertRunsAgain(Finding finding) {
        AttestationStore store = new AttestationStore();
        Registrar<Place, HouseEvent> registrar =
                new Registrar<>(new Household(Slices.commands(), AgeTable.DEFAULT), store);
        finding.trace().forEach(registrar::request);
        assertTrue(store.all().stream().anyMatch(attestation -> attestation.decision() == Decision.DENIED));
    }

    /** Addressing and greetings are left out of the product because they stand apart; what does not is found. */
    @Test
    void findsAnOutsiderWhoTakesPart() {
        Slice whole = slice(Set.of(), "two people, minor and minor");
        Request lend = Slices.ask("user_ana", "ben", "delegation", "delegation_intent_detected", "group", "media");
        Report report = Explorer.explore(new Slice(
                whole.name(),
                whole.fold(),
                whole.setup(),
                whole.alphabet(),
                List.of(lend),
                whole.twins(),
                whole.properties(),
                whole.reductions()));
        assertEquals(
                List.of(Explorer.APART),
                report.findings().stream().map(Finding::property).toList());
    }

    @Test
    void findsACommandThatIsStuck() {
        Report report = Explorer.explore(without(request -> request.action().equals("done")));
        assertEquals(
                List.of(Explorer.NOT_STUCK),
                report.findings().stream().map(Finding::property).toList());
    }

    @Test
    void findsAnEventThatNoStateAccepts() {
        Report report = Explorer.explore(without(request -> request.action().equals("delegation_intent_detected")));
        Report together = HouseCheck.together(List.of(report));
        assertEquals(HouseCheck.ALL_OF_USE, together.findings().getFirst().property());
        assertTrue(
                together.unused().contains("delegation.owner_confirmation"),
                together.unused().toString());
    }

    private static Slice without(Predicate<Request> left) {
        Slice whole = slice(Set.of(), "two people, minor and minor");
        return new Slice(
                whole.name(),
                whole.fold(),
                whole.setup(),
                whole.alphabet().stream().filter(left.negate()).toList(),
                whole.outsiders(),
                whole.twins(),
                whole.properties(),
                whole.reductions());
    }

    @Test
    void walksTheSameWayWithTheSameSeed() {
        Report one = Walks.random(7, 4_000);
        assertEquals(one, Walks.random(7, 4_000));
        assertEquals(List.of(), one.findings());
        assertFalse(one.exhaustive());
    }
}
