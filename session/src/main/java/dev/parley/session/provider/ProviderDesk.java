package dev.parley.session.provider;

import dev.parley.kernel.event.ControlEvents.ProviderSwitched;
import dev.parley.kernel.event.PipelineEvents.ProviderAttempt;
import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import dev.parley.kernel.event.PipelineEvents.ProviderCircuitOpened;
import dev.parley.kernel.port.Timers;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.CallReport;
import dev.parley.provider.dispatch.Dispatch;
import dev.parley.provider.dispatch.DispatchListener;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.dispatch.Work;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Calls providers for the conversation: {@link Dispatch} decides whom and how often, this desk records it. Each attempt has
 * an id of its own; what comes under an id that is no longer awaited is late, is recorded as such and dropped (ruling D2).
 */
public final class ProviderDesk {
    /** Why an agent fails whose model threw an exception. */
    public static final String FAULT = "fault";

    private static final long NANOS_PER_MS = 1_000_000;
    private static final String OVER_BUDGET = "over its budget";

    private final Providers providers;
    private final Recorder recorder;
    private final LoopClock clock;
    private final BooleanSupplier mayAct;
    private final CancelScope scope;
    private final Timers timers;
    private final Map<String, Ticket> awaited = new LinkedHashMap<>();
    private final LateCalls late;
    private CallTerms terms;
    private long lastCall;

    /** @param mayAct whether a call may leave now (ruling D7); stopping one is always allowed */
    public ProviderDesk(Providers providers, Recorder recorder, LoopClock clock, BooleanSupplier mayAct) {
        this.providers = providers;
        this.recorder = recorder;
        this.late = new LateCalls(recorder);
        this.clock = clock;
        this.mayAct = mayAct;
        this.scope = CancelScope.session(recorder.conversation());
        this.terms = CallTerms.none(scope);
        this.timers = (nanos, rank, callback) ->
                clock.after(Math.ceilDiv(nanos - clock.runtimeNanos(), NANOS_PER_MS), Rank.PROVIDER, callback);
    }

    /** What everything lies in that this conversation asks for. */
    public CancelScope scope() {
        return scope;
    }

    /** Another plan is in force from now on: the one of the turn that opened, or while none is open the one of listening. */
    public void bind(CallTerms inForce) {
        terms = inForce;
    }

    /** Leaves those who are asked for this now for the next ones, where there are any. */
    public void fallBack(Modality modality) {
        for (Ticket ticket : List.copyOf(awaited.values())) {
            if (ticket.modality == modality) {
                ticket.fallBack();
            }
        }
    }

    /** Asks the next ones for this, where there are any, as long as this plan is in force; calls that are out go on. */
    public void passOver(Modality modality) {
        terms = terms.without(modality);
    }

    /** Closes every call that is still open. */
    public void close() {
        List.copyOf(awaited.values()).forEach(Ticket::cancel);
    }

    /** The same where nothing can be recorded any more: the outcome is recorded only if it still can be (ruling D3). */
    @SuppressWarnings("EmptyCatch")
    public void fallSilent() {
        for (Ticket ticket : List.copyOf(awaited.values())) {
            try {
                ticket.cancel();
            } catch (RuntimeException | Error e) {
                // The call was closed before its outcome was to be written.
            }
        }
    }

    /** What chance starts from under the plan in force. */
    public long seed() {
        return terms.seed();
    }

    /** What the caller of a provider wants to know. */
    public interface Answer {
        /** The provider gave something. */
        void reported(ProviderEvent event);

        /** The provider failed and another attempt follows: what was given and is not used up comes again. */
        void startedOver();

        /** Everything was given. */
        void completed();

        /** The last attempt failed. */
        void exhausted(String reason);
    }

    /** One question, asked of one provider after the other. */
    public final class Ticket implements DispatchListener {
        private final Modality modality;
        private final Answer answer;
        private final Dispatch dispatch;
        private final CancelScope node;
        private long turn;
        private long cause;
        private final CallMeter meter;
        private boolean starting = true;
        private boolean closedByOwner;
        private boolean over;

        private Ticket(ProviderRequest request, long credit, long turn, Answer answer) {
            this.modality = request.modality();
            this.answer = answer;
            this.turn = turn;
            this.meter = new CallMeter(terms.budgets().of(modality, this), modality);
            this.node = (turn == 0 ? scope : terms.scope()).child(ScopeKind.NODE, modality.spelled());
            String work = "work:" + recorder.epoch() + "." + (lastCall + 1);
            this.dispatch = new Dispatch(
                    new Work(
                            recorder.conversation(), work, request, credit, keptMs(modality), UnaryOperator.identity()),
                    among(modality),
                    turn,
                    new Dispatch.Supplies(
                            providers,
                            node,
                            () -> "call:" + recorder.epoch() + "." + ++lastCall,
                            timers,
                            clock::runtimeNanos),
                    this);
            node.onCancel(this::cancel);
        }

        /** What a voice detector has missed is over; a recogniser must hear all of an utterance. */
        private static long keptMs(Modality modality) {
            return modality == Modality.VAD ? 0 : Work.KEPT_INPUT_MS;
        }

        /** The work belongs to this turn from now on, and ends with it. */
        public void belongsTo(long newTurn) {
            if (turn == 0 && newTurn != 0) {
                terms.scope().onCancel(this::cancel);
            }
            turn = newTurn;
            dispatch.belongsTo(newTurn);
        }

        /** Lets a listening provider hear this. */
        public void feed(AudioFrame frame) {
            dispatch.feed(frame);
        }

        /** Nothing more is to be heard. Only from now on whoever listened needs time of their own. */
        public void finishInput() {
            meter.heardAll();
            dispatch.finishInput();
        }

        /** The turn that the work is done for; 0 for none. */
        public long turn() {
            return turn;
        }

        /** Leaves whoever is asked for the next one, where there is one. */
        public void fallBack() {
            dispatch.fallBack(OVER_BUDGET);
        }

        /** Ends the work for whoever waits for it: it takes longer than it may. */
        public void giveUp() {
            dispatch.giveUp(OVER_BUDGET);
        }

        /** Lets the provider give this much more. */
        public void grant(long credit) {
            dispatch.grant(credit);
        }

        /** A part of the answer has been used, so that a failure is not tried again at the same provider. */
        public void use() {
            dispatch.use();
        }

        /** Runs this once everything that the provider gives at this moment has been taken in. */
        public void afterThis(Runnable action) {
            clock.after(0, Rank.TOOL, action);
        }

        /** The answer is no longer wanted. */
        public void cancel() {
            closedByOwner = true;
            dispatch.cancel("no longer wanted");
        }

        /** The answer has been used up. */
        public void release() {
            closedByOwner = true;
            dispatch.release();
        }

        @Override
        public boolean onAttempt(ProviderInvocation invocation) {
            awaited.put(invocation.id(), this);
            recorder.write(new ProviderCalled(attempt(invocation)), invocation);
            cause = recorder.cause();
            boolean may = mayAct.getAsBoolean();
            closedByOwner |= !may;
            return may;
        }

        @Override
        public void onEvent(ProviderEvent event) {
            meter.saw(event);
            if (!over) {
                answer.reported(event);
            }
        }

        @Override
        public void onOutcome(CallReport report) {
            ProviderInvocation call = report.invocation();
            if (awaited.remove(call.id()) != null) {
                late.over(call.id(), cause);
            }
            Outcome outcome = report.outcome();
            ProviderCallEnded ended = new ProviderCallEnded(
                    attempt(call),
                    outcome.kind().spelled(),
                    report.tookMs(),
                    report.owedMs(),
                    report.firstMs() == CallReport.NOTHING ? null : report.firstMs(),
                    outcome.isSuccess() ? null : outcome.detail(),
                    outcome.message().isEmpty() ? null : outcome.message());
            recorder.write(ended, under(call, turn));
        }

        @Override
        public void onCircuitOpen(String provider) {
            recorder.write(new ProviderCircuitOpened(modality.spelled(), provider), turn);
        }

        @Override
        public void onSwitch(String from, String to) {
            recorder.write(new ProviderSwitched(modality.spelled(), from, to), turn);
        }

        @Override
        public void onStartOver() {
            meter.startedOver();
            answer.startedOver();
        }

        /** Whoever asks learns of an end only after they hold the ticket. */
        @Override
        public void onDone(Outcome outcome) {
            over = true;
            node.finish();
            meter.stop();
            if (starting) {
                clock.after(0, Rank.PROVIDER, () -> tell(outcome));
            } else {
                tell(outcome);
            }
        }

        /** A model that throws is an agent that fails; a voice that throws has only failed to speak. */
        private String reason(Outcome outcome) {
            if (outcome.kind() == Outcome.Kind.FAULT && modality == Modality.LLM) {
                return FAULT;
            }
            return outcome.kind() == Outcome.Kind.TIMEOUT ? "provider_timeout" : "provider_error";
        }

        private void tell(Outcome outcome) {
            if (closedByOwner) {
                return;
            }
            if (outcome.isSuccess()) {
                answer.completed();
            } else {
                answer.exhausted(reason(outcome));
            }
        }
    }

    /** Whether anybody can be asked for this. */
    public boolean has(Modality modality) {
        return !providers.of(modality).isEmpty();
    }

    private List<GuardedProvider> among(Modality modality) {
        List<GuardedProvider> all = providers.of(modality);
        List<String> names = terms.bindings().get(modality.spelled());
        if (names == null) {
            return all;
        }
        return names.stream()
                .flatMap(name -> all.stream().filter(provider -> provider.name().equals(name)))
                .toList();
    }

    static ProviderAttempt attempt(ProviderInvocation call) {
        return new ProviderAttempt(number(call.id()), call.modality().spelled(), call.provider());
    }

    /** Every runtime counts anew, but no two runtimes share the epoch that stands before the number. */
    private static long number(String callId) {
        return Long.parseLong(callId.substring(callId.lastIndexOf('.') + 1));
    }

    /** Work that is done ahead belongs to no turn when it begins, and perhaps to one when it ends. */
    private static ProviderInvocation under(ProviderInvocation call, long turn) {
        return new ProviderInvocation(
                call.id(),
                call.provider(),
                call.modality(),
                call.conversation(),
                turn,
                call.idempotencyKey(),
                call.attempt(),
                call.generation());
    }

    /**
     * Asks the first provider of this kind.
     *
     * @param credit how much it may give before it is granted more
     * @param turn 0 for work that belongs to no turn yet
     */
    public Ticket ask(ProviderRequest request, long credit, long turn, Answer answer) {
        Ticket ticket = new Ticket(request, credit, turn, answer);
        ticket.meter.started();
        ticket.dispatch.start();
        ticket.starting = false;
        return ticket;
    }

    /** Takes in what a provider left at the door. */
    public void reported(ProviderEvent event) {
        Ticket ticket = awaited.get(event.invocation().id());
        if (ticket != null) {
            recorder.because(ticket.cause);
        }
        if ((ticket == null || !ticket.dispatch.onEvent(event)) && isOutput(event)) {
            late.came(event.invocation());
        }
    }

    /** The end of a call that was cancelled is what it was asked for; a sign of life is nothing that could be used. */
    private static boolean isOutput(ProviderEvent event) {
        return switch (event) {
            case ProviderEvent.Started _, ProviderEvent.Alive _ -> false;
            case ProviderEvent.Ended(ProviderInvocation _, Outcome outcome) -> outcome.kind() != Outcome.Kind.CANCELLED;
            default -> true;
        };
    }
}
