package dev.parley.kernel.episode;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Case;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The episode validator as the registrar runs it: one subject per correlation id, one request per packet. The rules are
 * those of {@link EpisodeValidator}; this class only gives them the form of a room.
 */
public final class EpisodeRoom implements Room<RegisteredEpisode, EpisodeEvent> {
    public static final String NAME = "episode";

    private static final String BUDGET = "budget";
    private static final String NO_OVERRUN = "episode.overrun.none";

    private final Profile profile;
    private final EpisodeValidator validator;

    public EpisodeRoom(Profile profile) {
        this.profile = profile;
        this.validator = new EpisodeValidator(profile);
    }

    /** The room as its conversation recorded that it was opened. */
    public static EpisodeRoom opened(Json.Obj settings) {
        return new EpisodeRoom("reference".equals(settings.text("profile")) ? Profile.REFERENCE : Profile.STRICT);
    }

    @Override
    public EpisodeRoom reopened(Json.Obj settings) {
        return opened(settings);
    }

    /** What {@link #opened} needs to open the same room again. */
    @Override
    public Json.Obj settings() {
        return Json.Obj.EMPTY.with("profile", profile.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Reading<EpisodeEvent> read(Request request) {
        return EpisodeRequests.read(request);
    }

    @Override
    public RegisteredEpisode unmentioned(String subject) {
        return RegisteredEpisode.idle(subject);
    }

    @Override
    public Step<RegisteredEpisode> step(
            View<RegisteredEpisode> view, @Nullable RegisteredEpisode present, EpisodeEvent event, Request request) {
        RegisteredEpisode episode = present == null ? RegisteredEpisode.idle(request.target()) : present;
        Ledger next = episode.ledger().copy();
        EpisodeVerdict verdict = validator.judge(event.entry(), next);
        if (event.overruns()) {
            boolean due = overran(verdict) && request.actorKind() == ActorKind.SYSTEM;
            return due
                    ? Step.moved(episode.with(next))
                    : Step.refused(NO_OVERRUN, "no packet of this episode has spent more than it may");
        }
        if (verdict.accepted()) {
            List<Advised> advice = verdict.warnings().isEmpty() ? List.of() : List.of(new Advised(verdict.warnings()));
            return new Step.Moved<>(episode.with(next), advice);
        }
        Breach first = verdict.errors().getFirst();
        return Step.refused(first.rule(), first.message());
    }

    /** What is worth a look in an accepted entry. */
    public record Advised(List<Breach> warnings) implements Effect {
        public Advised {
            warnings = List.copyOf(warnings);
        }
    }

    private static boolean overran(EpisodeVerdict verdict) {
        return verdict.errors().stream().anyMatch(error -> error.rule().equals(BUDGET));
    }

    @Override
    public List<Invariant<Case<RegisteredEpisode, EpisodeEvent>>> catalogue() {
        List<Invariant<Case<RegisteredEpisode, EpisodeEvent>>> all = new ArrayList<>();
        for (EpisodeRule rule : EpisodeRules.catalogue()) {
            all.add(new Invariant<>(rule.id(), rule.level(), rule.sentence(), decided -> broken(rule, decided)));
        }
        return List.copyOf(all);
    }

    /** A packet that is accepted without a warning breaks nothing. */
    @Override
    public boolean allHold(Case<RegisteredEpisode, EpisodeEvent> decided) {
        return decided.step() instanceof Step.Moved<RegisteredEpisode> moved
                && moved.effects().isEmpty();
    }

    private @Nullable String broken(EpisodeRule rule, Case<RegisteredEpisode, EpisodeEvent> decided) {
        for (Breach breach : breaches(decided)) {
            if (breach.rule().equals(rule.id())) {
                return breach.message();
            }
        }
        return null;
    }

    private List<Breach> breaches(Case<RegisteredEpisode, EpisodeEvent> decided) {
        if (decided.step() instanceof Step.Moved<RegisteredEpisode> moved) {
            return !moved.effects().isEmpty() && moved.effects().getFirst() instanceof Advised(List<Breach> warnings)
                    ? warnings
                    : List.of();
        }
        return decided.event().overruns() ? List.of() : judged(decided).errors();
    }

    private EpisodeVerdict judged(Case<RegisteredEpisode, EpisodeEvent> decided) {
        RegisteredEpisode present = decided.present();
        Ledger ledger = present == null ? new Ledger() : present.ledger().copy();
        return validator.judge(decided.event().entry(), ledger);
    }

    /** In a halted conversation nothing is decided to be done; what is open is reported, settled and closed. */
    @Override
    public boolean endsOnly(EpisodeEvent event) {
        return switch (event.entry()) {
            case Packet.Decision decision ->
                decision.outcome() == Outcome.CANCEL || decision.outcome() == Outcome.DEFER;
            case Packet.BeliefUpdate _ -> true;
            case Packet.TaskResult _ -> true;
            case Packet.IntegrityAlert _ -> true;
            case Packet.Escalation _ -> true;
            case ExternalEvent.EpisodeClose _ -> true;
            case Packet.Observation _ -> false;
            case Packet.VerificationPlan _ -> false;
            case Packet.AuthorizationToken _ -> false;
            case Packet.TaskDirective _ -> false;
            case ExternalEvent.UserInput _ -> false;
        };
    }

    /** The packet that overruns is refused, and yet its episode halts: the runtime asks for that itself (C7, C10). */
    @Override
    public List<Request> afterRefusal(
            View<RegisteredEpisode> view, Case<RegisteredEpisode, EpisodeEvent> decided, List<Violation> violations) {
        Request request = decided.request();
        boolean overran =
                violations.stream().anyMatch(violation -> violation.id().equals(BUDGET));
        return !decided.event().overruns() && overran
                ? List.of(request.instead("system", request.target(), EpisodeRequests.OVERRUN, request.parameters()))
                : List.of();
    }

    @Override
    public boolean isOver(RegisteredEpisode episode) {
        return episode.state() == EpisodeState.S0_IDLE;
    }

    @Override
    public Json printed(View<RegisteredEpisode> view, Verdict<RegisteredEpisode> verdict) {
        RegisteredEpisode episode = verdict.state();
        return episode == null ? Json.Null.NULL : Json.of(episode.state().name());
    }
}
