package dev.parley.session.provider;

import dev.parley.kernel.json.Json;
import dev.parley.provider.ProviderInvocation;
import dev.parley.session.event.SessionEvent.ProviderAnswered;
import dev.parley.session.event.SessionEvent.ProviderFailed;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.port.Providers.Ask;
import dev.parley.session.record.Recorder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls providers for the conversation and goes on to the next one when a call fails. Each attempt has an id of its own;
 * an answer under an id that is no longer awaited is late, is recorded as such and dropped (ruling D2).
 */
public final class ProviderDesk {
    private static final int CLOSED_KEPT = 64;

    private final Providers providers;
    private final Recorder recorder;
    private final Map<Long, Ticket> awaited = new LinkedHashMap<>();
    private final Map<Long, Long> closed = new LinkedHashMap<>();
    private Map<String, List<String>> bound = Map.of();
    private long lastCall;

    public ProviderDesk(Providers providers, Recorder recorder) {
        this.providers = providers;
        this.recorder = recorder;
    }

    /** While a turn is open its plan says whom to ask, whatever is preferred meanwhile. */
    public void bind(Map<String, List<String>> bindings) {
        bound = bindings;
    }

    /** No plan is in force any more. */
    public void unbind() {
        bound = Map.of();
    }

    /** What the caller of a provider wants to know. */
    public interface Answer {
        void delivered(ProviderAnswered event);

        /** The present provider failed and the next one has begun. */
        void switched();

        /** The last provider failed. */
        void exhausted(String reason);
    }

    /** One question, asked of one provider after the other. */
    public final class Ticket {
        private final ProviderKind kind;
        private final Ask ask;
        private final Answer answer;
        private final List<String> names;
        private int position;
        private long callId;
        private String identity = "";
        private String work = "";
        private long turn;
        private long cause;

        private Ticket(ProviderKind kind, Ask ask, Answer answer, long turn) {
            this.kind = kind;
            this.ask = ask;
            this.answer = answer;
            this.names = bound.getOrDefault(kind.printed(), providers.names(kind));
            this.turn = turn;
        }

        /** The work belongs to this turn from now on. */
        public void belongsTo(long newTurn) {
            turn = newTurn;
        }

        /** The answer is no longer wanted. */
        public void cancel() {
            if (close()) {
                providers.cancel(callId);
            }
        }

        /** The answer has been used up. */
        public void release() {
            if (close()) {
                providers.release(callId);
            }
        }

        /** Whether the call was open. An answer that comes late still names its cause. */
        private boolean close() {
            boolean open = awaited.remove(callId) != null;
            if (open) {
                closed.put(callId, cause);
                if (closed.size() > CLOSED_KEPT) {
                    closed.remove(closed.keySet().iterator().next());
                }
            }
            return open;
        }

        private void attempt() {
            callId = ++lastCall;
            String number = recorder.epoch() + "." + callId;
            identity = "call:" + number;
            work = work.isEmpty() ? "work:" + number : work;
            awaited.put(callId, this);
            ProviderInvocation invocation = invocation();
            if (turn > 0) {
                recorder.call("provider.call", invocation, described());
            }
            cause = recorder.cause();
            providers.start(new Providers.Call(callId, kind, names.get(position), ask, invocation));
        }

        /**
         * Every attempt has an id and a generation of its own; all attempts at one question share its key. Every runtime
         * counts anew, but no two runtimes share the epoch that stands before the number.
         */
        private ProviderInvocation invocation() {
            return new ProviderInvocation(
                    identity,
                    names.get(position),
                    kind.modality(),
                    recorder.conversation(),
                    turn,
                    work,
                    position + 1,
                    callId);
        }

        private Json.Obj described() {
            return Json.Obj.EMPTY
                    .with("call", callId)
                    .with("provider", kind.printed())
                    .with("name", names.get(position));
        }

        private void failed(ProviderFailed event) {
            close();
            recorder.call(
                    "provider.failed",
                    invocation(),
                    described().with("failure", event.failure().name()));
            if (position + 1 == names.size()) {
                answer.exhausted(event.failure().reason());
                return;
            }
            position++;
            recorder.control(
                    "provider_switch",
                    turn,
                    Json.Obj.EMPTY
                            .with("provider", kind.printed())
                            .with("from", names.get(position - 1))
                            .with("to", names.get(position)));
            attempt();
            answer.switched();
        }
    }

    /** Asks the first provider of this kind. Turn 0 means that the work belongs to no turn yet. */
    public Ticket ask(ProviderKind kind, Ask ask, long turn, Answer answer) {
        Ticket ticket = new Ticket(kind, ask, answer, turn);
        ticket.attempt();
        return ticket;
    }

    public void answered(ProviderAnswered event) {
        Ticket ticket = awaited.get(event.callId());
        if (ticket == null) {
            recorder.because(closed.getOrDefault(event.callId(), 0L));
            recorder.telemetry("provider.late", 0, Json.Obj.EMPTY.with("call", event.callId()));
            return;
        }
        recorder.because(ticket.cause);
        if (event instanceof ProviderFailed failed) {
            ticket.failed(failed);
        } else {
            ticket.answer.delivered(event);
        }
    }
}
