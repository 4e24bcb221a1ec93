package dev.parley.kernel.people.household;

import dev.parley.kernel.Case;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.people.addressing.AddressingRules;
import dev.parley.kernel.people.age.AgeRules;
import dev.parley.kernel.people.command.ConfirmationRules;
import dev.parley.kernel.people.delegation.DelegationRules;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.identity.IdentityRules;
import dev.parley.kernel.people.mode.ModeRules;
import dev.parley.kernel.people.profile.ProfileRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All rules of the house, in the order in which they run: the house, the machines, commands, confirmations, dates. */
final class HouseRules {
    /** Made once, for all houses. */
    private static final List<HouseRule> ALL = made();

    /** Those that look at one kind of event, for every kind. */
    private static final Map<Class<?>, List<HouseRule>> BY_EVENT = Arrays.stream(
                    HouseEvent.class.getPermittedSubclasses())
            .collect(Collectors.toUnmodifiableMap(
                    event -> event,
                    event -> ALL.stream()
                            .filter(rule -> rule.about() == null || rule.about() == event)
                            .toList()));

    private HouseRules() {}

    /** Whether every rule of the house holds. */
    static boolean allHold(Moment moment) {
        return first(BY_EVENT.getOrDefault(moment.event().getClass(), ALL), moment) == null;
    }

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
                moment -> Provenance.inHousehold(machine, moment.request()));
    }

    private static List<HouseRule> machines() {
        return Stream.of(
                        HouseRule.lifted(
                                IdentityRules.all(),
                                HouseEvent.OfIdentity.class,
                                HouseEvent.OfIdentity::event,
                                HouseRule.State.of(Person::identity)),
                        HouseRule.lifted(
                                AddressingRules.all(),
                                HouseEvent.OfAddressing.class,
                                HouseEvent.OfAddressing::event,
                                HouseRule.State.of(Person::addressing)),
                        HouseRule.lifted(
                                AgeRules.all(),
                                HouseEvent.OfAge.class,
                                HouseEvent.OfAge::event,
                                HouseRule.State.of(Person::age)),
                        HouseRule.lifted(
                                ModeRules.all(),
                                HouseEvent.OfMode.class,
                                HouseEvent.OfMode::event,
                                (_, moment) -> moment.house().modeState()),
                        HouseRule.lifted(
                                ProfileRules.all(),
                                HouseEvent.OfProfile.class,
                                HouseEvent.OfProfile::event,
                                HouseRule.State.of(Person::profile)),
                        HouseRule.lifted(
                                DelegationRules.all(),
                                HouseEvent.OfDelegation.class,
                                HouseEvent.OfDelegation::event,
                                HouseRules::loan),
                        HouseRule.lifted(
                                ConfirmationRules.all(),
                                HouseEvent.OfCommand.class,
                                HouseEvent.OfCommand::event,
                                HouseRule.State.of(Person::command)))
                .flatMap(List::stream)
                .toList();
    }

    /** Alone a loan knows only its lender; the house knows who is OWNER. */
    private static @Nullable DelegationState loan(String rule, Moment moment) {
        boolean isMet = rule.equals(ConfirmationRules.IDENTITY) && moment.isOwnersYes();
        return moment.person() == null || isMet ? null : moment.person().delegation();
    }
}
