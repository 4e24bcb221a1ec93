package dev.parley.kernel.episode;

import dev.parley.kernel.episode.EpisodeRule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds a stream of episodes to the transition table and the catalogue. Episodes may be interleaved; each has a ledger of
 * its own (ruling C11), which is dropped when the episode ends, so that a closed one costs no more than its name.
 */
public final class EpisodeValidator {
    private final Profile profile;
    private final TransitionTable table;
    private final Map<Class<?>, Map<Stage, List<EpisodeRule>>> rules;

    /** By correlation id, in order of first appearance. An idle episode has no ledger. */
    private final Map<String, @Nullable Ledger> ledgers = new LinkedHashMap<>();

    public EpisodeValidator(Profile profile) {
        this(profile, EpisodeRules.byEntry());
    }

    EpisodeValidator(Profile profile, List<EpisodeRule> catalogue) {
        this(profile, EpisodeRules.byEntry(catalogue));
    }

    private EpisodeValidator(Profile profile, Map<Class<?>, Map<Stage, List<EpisodeRule>>> rules) {
        this.profile = profile;
        this.table = TransitionTable.of(profile);
        this.rules = rules;
    }

    /** Judges one entry and, where it is accepted, moves its episode. */
    public EpisodeVerdict judge(EpisodeEntry entry) {
        mention(entry.correlationId());
        Ledger known = ledgers.get(entry.correlationId());
        Ledger ledger = known == null ? new Ledger() : known;
        EpisodeState before = ledger.state();
        EpisodeVerdict verdict = judge(entry, ledger);
        if (verdict.accepted()) {
            boolean over = before != EpisodeState.S0_IDLE && verdict.state() == EpisodeState.S0_IDLE;
            ledgers.put(entry.correlationId(), over ? null : ledger);
        }
        return verdict;
    }

    /** Makes an episode known by its name alone, for entries that could not be read any further. */
    public void mention(String correlationId) {
        ledgers.putIfAbsent(correlationId, null);
    }

    /** An episode that nobody has heard of is idle. */
    public EpisodeState stateOf(String correlationId) {
        return stateOf(ledgers.get(correlationId));
    }

    /** Every episode ever mentioned and its state, in order of first appearance. */
    public Map<String, EpisodeState> episodes() {
        Map<String, EpisodeState> states = LinkedHashMap.newLinkedHashMap(ledgers.size());
        ledgers.forEach((correlationId, ledger) -> states.put(correlationId, stateOf(ledger)));
        return Collections.unmodifiableMap(states);
    }

    /** The packet ids of all directives without a result, by episode and then in order of acceptance. */
    public List<String> openDirectives() {
        List<String> ids = new ArrayList<>();
        for (Ledger ledger : ledgers.values()) {
            if (ledger != null) {
                ids.addAll(ledger.openDirectiveIds());
            }
        }
        return ids;
    }

    /** How many episodes are known by name alone; they hold nothing else. */
    long idleEpisodes() {
        return ledgers.values().stream().filter(Objects::isNull).count();
    }

    private static EpisodeState stateOf(@Nullable Ledger ledger) {
        return ledger == null ? EpisodeState.S0_IDLE : ledger.state();
    }

    /** The whole of a judgement on one ledger, which it changes only after the verdict is found. */
    EpisodeVerdict judge(EpisodeEntry entry, Ledger ledger) {
        EpisodeState from = ledger.state();
        Moment before = new Moment(profile, from, from, entry, ledger);
        List<Breach> errors = breaches(Stage.HEADER, before);
        if (errors.isEmpty()) {
            errors = breaches(Stage.TRANSITION, before);
        }
        Row row = table.row(from, Trigger.of(entry));
        if (errors.isEmpty()) {
            errors = missingRow(row, before);
        }
        if (!errors.isEmpty() || row == null) {
            return new EpisodeVerdict(from, errors, List.of());
        }
        Moment moment = new Moment(profile, from, row.to(), entry, ledger);
        errors = breaches(Stage.SEQUENCE, moment);
        return errors.isEmpty() ? spend(moment) : new EpisodeVerdict(from, errors, List.of());
    }

    private EpisodeVerdict spend(Moment moment) {
        List<Breach> overruns = breaches(Stage.BUDGET, moment);
        if (!overruns.isEmpty()) {
            Row halt = table.row(moment.from(), Trigger.OVERRUN);
            EpisodeState to = halt == null ? EpisodeState.S9_SAFEMODE : halt.to();
            moment.ledger().overrun(moment.entry(), to);
            return new EpisodeVerdict(to, overruns, List.of());
        }
        List<Breach> warnings = breaches(Stage.ADVICE, moment);
        moment.ledger().accept(moment.entry(), moment.to());
        return new EpisodeVerdict(moment.to(), List.of(), warnings);
    }

    private static List<Breach> missingRow(@Nullable Row row, Moment moment) {
        String code = moment.from().code();
        if (row == null || (!row.guard().isCondition() && !row.guard().holds(moment.ledger()))) {
            String reason = Trigger.of(moment.entry()).label() + " has no row in " + moment.from() + ".";
            return List.of(new Breach("fsm." + code + ".no-row", reason));
        }
        if (!row.guard().holds(moment.ledger())) {
            String reason = moment.entry().typeName() + " leads from " + moment.from() + " to " + row.to()
                    + " only when the " + row.guard().text() + ".";
            return List.of(new Breach("fsm." + code + ".condition", reason));
        }
        return List.of();
    }

    private List<Breach> breaches(Stage stage, Moment moment) {
        List<Breach> found = List.of();
        for (EpisodeRule rule :
                rules.getOrDefault(moment.entry().getClass(), Map.of()).getOrDefault(stage, List.of())) {
            Breach breach = rule.breach(moment);
            if (breach != null) {
                found = found.isEmpty() ? new ArrayList<>() : found;
                found.add(breach);
            }
        }
        return found;
    }
}
