package dev.parley.kernel.people.identity;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.Bands;
import dev.parley.kernel.people.identity.IdentityEvent.ClarificationSucceeded;
import dev.parley.kernel.people.identity.IdentityEvent.ConversationEnded;
import dev.parley.kernel.people.identity.IdentityEvent.IdentityClaimed;
import dev.parley.kernel.people.identity.IdentityEvent.SignalReceived;
import dev.parley.kernel.people.identity.IdentityEvent.SilenceTimedOut;
import dev.parley.kernel.people.identity.IdentityEvent.SpeakingTurnBegan;
import dev.parley.kernel.people.identity.IdentityEvent.StrongConflictFound;
import dev.parley.kernel.people.identity.IdentityEvent.TimedOut;
import dev.parley.kernel.people.identity.IdentityEvent.ValidationFailed;
import dev.parley.kernel.people.identity.IdentityEvent.ValidationSucceeded;
import dev.parley.kernel.people.identity.IdentityState.Ambiguous;
import dev.parley.kernel.people.identity.IdentityState.Confirmed;
import dev.parley.kernel.people.identity.IdentityState.ConfirmedActive;
import dev.parley.kernel.people.identity.IdentityState.Probable;
import dev.parley.kernel.people.identity.IdentityState.Rejected;
import dev.parley.kernel.people.identity.IdentityState.Unknown;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Identity resolution (section 1, rulings B1, B2 and B14). */
public final class IdentityMachine implements Machine<IdentityState, IdentityEvent> {
    public static final String NO_TRANSITION = "people.identity.no_transition";

    private final Bands bands;

    public IdentityMachine() {
        this(Bands.DEFAULT);
    }

    public IdentityMachine(Bands bands) {
        this.bands = bands;
    }

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public IdentityState initial() {
        return new Unknown();
    }

    @Override
    public Step<IdentityState> step(IdentityState state, IdentityEvent event) {
        if (event instanceof ConversationEnded) {
            return Step.moved(new Unknown());
        }
        return switch (state) {
            case Unknown unknown -> fromUnknown(unknown, event);
            case Probable probable -> fromProbable(probable, event);
            case Confirmed confirmed -> fromConfirmed(confirmed, event);
            case ConfirmedActive active -> fromConfirmedActive(active, event);
            case Ambiguous ambiguous -> fromAmbiguous(ambiguous, event);
            case Rejected rejected -> fromRejected(rejected, event);
        };
    }

    private Step<IdentityState> fromUnknown(Unknown state, IdentityEvent event) {
        return switch (event) {
            case SignalReceived signal -> Step.moved(isLow(signal) ? state : weighed(plus(state.elsewhere(), signal)));
            case IdentityClaimed(String person) ->
                Step.moved(weighed(state.elsewhere().with(Source.EXPLICIT, person, BigDecimal.ONE)));
            case ValidationSucceeded _ -> refused(state, event);
            case ValidationFailed _ -> refused(state, event);
            case TimedOut _ -> refused(state, event);
            case StrongConflictFound _ -> refused(state, event);
            case SpeakingTurnBegan _ -> refused(state, event);
            case SilenceTimedOut _ -> refused(state, event);
            case ConversationEnded _ -> refused(state, event);
            case ClarificationSucceeded _ -> refused(state, event);
        };
    }

    private Step<IdentityState> fromProbable(Probable state, IdentityEvent event) {
        return switch (event) {
            case SignalReceived signal -> Step.moved(weighed(plus(state.evidence(), signal)));
            case IdentityClaimed(String person)
            when isLeading(state, person) ->
                Step.moved(new Probable(state.evidence().with(Source.EXPLICIT, person, BigDecimal.ONE)));
            case ValidationSucceeded(String person)
            when person == null || isLeading(state, person) ->
                Step.moved(new Confirmed(state.evidence().ranked().getFirst()));
            case ValidationFailed _ -> Step.moved(new Rejected());
            case StrongConflictFound _ -> Step.moved(new Ambiguous(state.evidence()));
            case TimedOut _ -> Step.moved(new Unknown());
            case IdentityClaimed _ -> refused(state, event);
            case ValidationSucceeded _ -> refused(state, event);
            case SpeakingTurnBegan _ -> refused(state, event);
            case SilenceTimedOut _ -> refused(state, event);
            case ConversationEnded _ -> refused(state, event);
            case ClarificationSucceeded _ -> refused(state, event);
        };
    }

    private Step<IdentityState> fromConfirmed(Confirmed state, IdentityEvent event) {
        return switch (event) {
            case SignalReceived signal -> Step.moved(against(state, state.person(), signal));
            case IdentityClaimed(String person) when person.equals(state.person()) -> Step.moved(state);
            case StrongConflictFound _ -> Step.moved(new Ambiguous(Evidence.of(state.person())));
            case SpeakingTurnBegan _ -> Step.moved(new ConfirmedActive(state.person()));
            case IdentityClaimed _ -> refused(state, event);
            case ValidationSucceeded _ -> refused(state, event);
            case ValidationFailed _ -> refused(state, event);
            case TimedOut _ -> refused(state, event);
            case SilenceTimedOut _ -> refused(state, event);
            case ConversationEnded _ -> refused(state, event);
            case ClarificationSucceeded _ -> refused(state, event);
        };
    }

    private Step<IdentityState> fromConfirmedActive(ConfirmedActive state, IdentityEvent event) {
        return switch (event) {
            case SignalReceived signal -> Step.moved(against(state, state.person(), signal));
            case IdentityClaimed(String person) when person.equals(state.person()) -> Step.moved(state);
            case StrongConflictFound _ -> Step.moved(new Ambiguous(Evidence.of(state.person())));
            case SilenceTimedOut _ -> Step.moved(new Confirmed(state.person()));
            case IdentityClaimed _ -> refused(state, event);
            case ValidationSucceeded _ -> refused(state, event);
            case ValidationFailed _ -> refused(state, event);
            case TimedOut _ -> refused(state, event);
            case SpeakingTurnBegan _ -> refused(state, event);
            case ConversationEnded _ -> refused(state, event);
            case ClarificationSucceeded _ -> refused(state, event);
        };
    }

    private Step<IdentityState> fromAmbiguous(Ambiguous state, IdentityEvent event) {
        Evidence evidence = state.evidence();
        return switch (event) {
            case SignalReceived signal when isLow(signal) -> Step.moved(state);
            case SignalReceived signal
            when evidence.names(signal.person()) -> Step.moved(new Ambiguous(plus(evidence, signal)));
            case ClarificationSucceeded(String person)
            when person == null -> Step.moved(new Confirmed(evidence.ranked().getFirst()));
            case ClarificationSucceeded(String person)
            when evidence.names(person) || !evidence.isConflict(bands) -> Step.moved(new Confirmed(person));
            case TimedOut _ -> Step.moved(new Unknown());
            case SignalReceived _ -> refused(state, event);
            case IdentityClaimed _ -> refused(state, event);
            case ValidationSucceeded _ -> refused(state, event);
            case ValidationFailed _ -> refused(state, event);
            case StrongConflictFound _ -> refused(state, event);
            case SpeakingTurnBegan _ -> refused(state, event);
            case SilenceTimedOut _ -> refused(state, event);
            case ConversationEnded _ -> refused(state, event);
            case ClarificationSucceeded _ -> refused(state, event);
        };
    }

    private Step<IdentityState> fromRejected(Rejected state, IdentityEvent event) {
        return switch (event) {
            case SignalReceived signal when isLow(signal) -> Step.moved(state);
            case TimedOut _ -> Step.moved(new Unknown());
            case SignalReceived _ -> refused(state, event);
            case IdentityClaimed _ -> refused(state, event);
            case ValidationSucceeded _ -> refused(state, event);
            case ValidationFailed _ -> refused(state, event);
            case StrongConflictFound _ -> refused(state, event);
            case SpeakingTurnBegan _ -> refused(state, event);
            case SilenceTimedOut _ -> refused(state, event);
            case ConversationEnded _ -> refused(state, event);
            case ClarificationSucceeded _ -> refused(state, event);
        };
    }

    /** What is still unknown after a signal for somebody else: it answers nothing, and it is not forgotten. */
    public IdentityState heardElsewhere(Unknown state, SignalReceived signal) {
        return new Unknown(plus(state.elsewhere(), signal));
    }

    /** A second candidate at medium or above makes the probable identity ambiguous. */
    private IdentityState weighed(Evidence evidence) {
        return evidence.isConflict(bands) ? new Ambiguous(evidence) : new Probable(evidence);
    }

    /** A signal for somebody else contradicts a confirmed identity from medium on; any other signal moves nothing. */
    private IdentityState against(IdentityState state, String person, SignalReceived signal) {
        boolean contradicts = !signal.person().equals(person) && !isLow(signal);
        return contradicts ? new Ambiguous(plus(Evidence.of(person), signal)) : state;
    }

    /** Low signals leave no trace, so that noise cannot pile up into a candidate. */
    private Evidence plus(Evidence evidence, SignalReceived signal) {
        return isLow(signal) ? evidence : evidence.with(signal.source(), signal.person(), signal.confidence());
    }

    private boolean isLow(SignalReceived signal) {
        return !bands.of(signal.confidence()).isAtLeastMedium();
    }

    private static boolean isLeading(Probable state, @Nullable String person) {
        return state.evidence().ranked().getFirst().equals(person);
    }

    private Step<IdentityState> refused(IdentityState state, IdentityEvent event) {
        return Step.refused(NO_TRANSITION, "an identity that is " + printed(state) + " does not take " + name(event));
    }

    /** Shown for a house in which ana speaks and ben is somebody else. */
    @Override
    public List<IdentityEvent> alphabet(IdentityState state) {
        List<IdentityEvent> all = new ArrayList<>(List.of(
                new SignalReceived(Source.VOICE, "ana", new BigDecimal("0.5")),
                new SignalReceived(Source.VOICE, "ana", new BigDecimal("0.7")),
                new SignalReceived(Source.FACE, "ana", new BigDecimal("0.9")),
                new IdentityClaimed("ana"),
                new ValidationSucceeded(null),
                new ValidationFailed(),
                new TimedOut(),
                new StrongConflictFound(),
                new SpeakingTurnBegan(),
                new SilenceTimedOut(),
                new ConversationEnded(),
                new ClarificationSucceeded("ana")));
        if (!(state instanceof Unknown)) {
            all.add(new SignalReceived(Source.SATELLITE, "ben", new BigDecimal("0.7")));
        }
        return all;
    }

    @Override
    public String printed(IdentityState state) {
        return switch (state) {
            case Unknown _ -> "UNKNOWN";
            case Probable _ -> "PROBABLE";
            case Confirmed _ -> "CONFIRMED";
            case ConfirmedActive _ -> "CONFIRMED_ACTIVE";
            case Ambiguous _ -> "AMBIGUOUS";
            case Rejected _ -> "REJECTED";
        };
    }

    @Override
    public String label(IdentityEvent event) {
        return event instanceof SignalReceived signal
                ? (signal.person().equals("ana") ? "signal " : "signal of another person, ")
                        + bands.of(signal.confidence()).name().toLowerCase(Locale.ROOT)
                : name(event);
    }

    private static String name(IdentityEvent event) {
        return switch (event) {
            case SignalReceived signal -> signal.source().action();
            case IdentityClaimed _ -> "explicit_identity_claim";
            case ValidationSucceeded _ -> "validation_success";
            case ValidationFailed _ -> "validation_failure";
            case TimedOut _ -> "timeout";
            case StrongConflictFound _ -> "strong_conflict";
            case SpeakingTurnBegan _ -> "speaking_turn";
            case SilenceTimedOut _ -> "silence_timeout";
            case ConversationEnded _ -> "end_conversation";
            case ClarificationSucceeded _ -> "clarification_success";
        };
    }
}
