package dev.parley.kernel.people.household;

import dev.parley.kernel.Case;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.people.addressing.AddressingRules;
import dev.parley.kernel.people.age.AgeRules;
import dev.parley.kernel.people.command.ConfirmationRules;
import dev.parley.kernel.people.delegation.DelegationRules;
import dev.parley.kernel.people.identity.IdentityRules;
import dev.parley.kernel.people.mode.ModeRules;
import dev.parley.kernel.people.profile.ProfileRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All rules of the house, in the order in which they run: the house, the machines, commands, confirmations, dates. */
final class HouseRules {
    /** Made once, for all houses. */
    private static final List<HouseRule> ALL = made();

    private HouseRules() {}

    static List<Invariant<Case<Place, HouseEvent>>> catalogue(Catalogue commands) {
        Map<String, List<HouseRule>> byId = new LinkedHashMap<>();
        for (HouseRule rule : all()) {
            byId.computeIfAbsent(rule.id(), id -> new ArrayList<>()).add(rule);
        }
        List<Invariant<Case<Place, HouseEvent>>> catalogue = new ArrayList<>();
        Moments moments = new Moments(commands);
        byId.forEach((id, rules) -> catalogue.add(
                new Invariant<>(id, Level.REJECT, rules.getFirst().sentence(), c -> first(rules, moments.of(c)))));
        return List.copyOf(catalogue);
    }

    /** The moment of the case that is being judged. All rules of one catalogue look at the same one, so it is made once. */
    private static final class Moments {
        private final Catalogue commands;
        private @Nullable Case<Place, HouseEvent> judged;
        private @Nullable Moment moment;

        private Moments(Catalogue commands) {
            this.commands = commands;
        }

        @SuppressWarnings("ReferenceEquality") // the same case, not an equal one: comparing it would cost more
        private Moment of(Case<Place, HouseEvent> decided) {
            Moment known = judged == decided ? moment : null;
            if (known == null) {
                known = Moment.of(decided, commands);
                judged = decided;
                moment = known;
            }
            return known;
        }
    }

    private static @Nullable String first(List<HouseRule> rules, Moment moment) {
        for (HouseRule rule : rules) {
            boolean concerned =
                    rule.about() == null || rule.about() == moment.event().getClass();
            String failure = concerned ? rule.check().failure(moment) : null;
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    static List<HouseRule> all() {
        return ALL;
    }

    private static List<HouseRule> made() {
        List<HouseRule> all = new ArrayList<>();
        all.addAll(StandingRules.all());
        all.addAll(provenance());
        all.addAll(machines());
        all.addAll(CommandRules.all());
        all.addAll(YesRules.all());
        all.addAll(BirthdayRules.all());
        return List.copyOf(all);
    }

    private static List<HouseRule> provenance() {
        return List.of(
                from("identity", HouseEvent.OfIdentity.class),
                from("addressing", HouseEvent.OfAddressing.class),
                from("age", HouseEvent.OfAge.class),
                from("mode", HouseEvent.OfMode.class),
                from("command", HouseEvent.OfCommand.class),
                from("profile", HouseEvent.OfProfile.class),
                from("delegation", HouseEvent.OfDelegation.class),
                from("consent", HouseEvent.OfConsent.class));
    }

    private static HouseRule from(String machine, Class<? extends HouseEvent> about) {
        return new HouseRule(
                Provenance.id(machine),
                Provenance.sentence(machine),
                about,
                moment -> about.isInstance(moment.event()) ? Provenance.inHousehold(machine, moment.request()) : null);
    }

    /** Alone a loan knows only its lender; the house knows who is OWNER. */
    private static boolean isMet(String rule, Moment moment) {
        return rule.equals(ConfirmationRules.IDENTITY) && moment.isOwnersYes();
    }

    private static List<HouseRule> machines() {
        List<HouseRule> all = new ArrayList<>();
        IdentityRules.all()
                .forEach(rule -> all.add(HouseRule.lifted(
                        rule,
                        HouseEvent.OfIdentity.class,
                        event -> event instanceof HouseEvent.OfIdentity(var mine) ? mine : null,
                        moment ->
                                moment.person() == null ? null : moment.person().identity())));
        AddressingRules.all()
                .forEach(rule -> all.add(HouseRule.lifted(
                        rule,
                        HouseEvent.OfAddressing.class,
                        event -> event instanceof HouseEvent.OfAddressing(var mine) ? mine : null,
                        moment ->
                                moment.person() == null ? null : moment.person().addressing())));
        AgeRules.all()
                .forEach(rule -> all.add(HouseRule.lifted(
                        rule,
                        HouseEvent.OfAge.class,
                        event -> event instanceof HouseEvent.OfAge(var mine) ? mine : null,
                        moment ->
                                moment.person() == null ? null : moment.person().age())));
        ModeRules.all()
                .forEach(rule -> all.add(HouseRule.lifted(
                        rule,
                        HouseEvent.OfMode.class,
                        event -> event instanceof HouseEvent.OfMode(var mine) ? mine : null,
                        moment -> moment.house().modeState())));
        ProfileRules.all()
                .forEach(rule -> all.add(HouseRule.lifted(
                        rule,
                        HouseEvent.OfProfile.class,
                        event -> event instanceof HouseEvent.OfProfile(var mine) ? mine : null,
                        moment ->
                                moment.person() == null ? null : moment.person().profile())));
        DelegationRules.all()
                .forEach(rule -> all.add(HouseRule.lifted(
                        rule,
                        HouseEvent.OfDelegation.class,
                        event -> event instanceof HouseEvent.OfDelegation(var mine) ? mine : null,
                        moment -> moment.person() == null || isMet(rule.id(), moment)
                                ? null
                                : moment.person().delegation())));
        ConfirmationRules.all()
                .forEach(rule -> all.add(HouseRule.lifted(
                        rule,
                        HouseEvent.OfCommand.class,
                        event -> event instanceof HouseEvent.OfCommand(var mine) ? mine : null,
                        moment ->
                                moment.person() == null ? null : moment.person().command())));
        return all;
    }
}
