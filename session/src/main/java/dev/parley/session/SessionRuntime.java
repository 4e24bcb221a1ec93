package dev.parley.session;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.place.AuthorityGuard;
import dev.parley.pipeline.place.ControlPlane;
import dev.parley.pipeline.place.Placement;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.place.EpochFence;
import dev.parley.session.place.PlacementLog;
import dev.parley.session.place.Tenancy;
import dev.parley.session.port.Journal;
import dev.parley.session.port.Records;
import dev.parley.session.recover.Found;
import dev.parley.session.turn.Floor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A runtime: the place where sessions run, for as long as the authority says so. It can be lost at any moment, because a
 * session is taken up by another one from the record alone: durable state comes along, hot state does not, and what was
 * open is closed. One thread owns a runtime and all its loops.
 */
public final class SessionRuntime {
    private static final String AUTHORITY_LOSS = "authority_loss";

    private final String name;
    private final Parts parts;
    private final Map<String, ConversationLoop> loops = new LinkedHashMap<>();

    /**
     * What a runtime shares with the others.
     *
     * @param decisions what the authority decided, for the logs of the sessions concerned
     * @param fence stands before the record that all runtimes write
     */
    public record Parts(
            ControlPlane authority, PlacementLog decisions, EpochFence fence, Records records, TimeSource time) {}

    /** Builds the loop of one session around its journal. */
    @FunctionalInterface
    public interface Assembly {
        ConversationLoop assemble(Tenancy tenancy, Journal journal, Consumer<SessionEvent> door);
    }

    /** What became of the wish to run a session here. */
    public sealed interface Opening {
        /** It runs here; what an earlier runtime left open in it is closed. */
        record Opened(ConversationLoop loop, Optional<Found> found) implements Opening {}

        /** It does not run here, and the refusal is recorded. */
        record Refused(String rule, String reason) implements Opening {}
    }

    /**
     * @param thread runs things on the thread that owns this runtime. A session that is moved away falls silent as soon as
     *     this thread hears of it; until then guard and fence keep it in.
     */
    public SessionRuntime(String name, Parts parts, Executor thread) {
        this.name = name;
        this.parts = parts;
        parts.decisions.watch((session, runtime) -> {
            if (runtime.equals(name)) {
                thread.execute(() -> surrender(session));
            }
        });
    }

    /** Asks to run a session here, and begins it or goes on with what is recorded of it. */
    public Opening open(String session, Json.Obj what, Assembly assembly) {
        return switch (parts.authority.admit(session, name, now())) {
            case Placement.Admitted(PlacementLease lease) -> run(lease, what, Floor.NO_EVIDENCE, assembly);
            case Placement.Rejected(String rule, String reason) -> new Opening.Refused(rule, reason);
            case Placement.Deferred(String reason) -> new Opening.Refused("authority.deferred", reason);
        };
    }

    /** Takes a session up that the authority has moved here. */
    public Opening takeOver(PlacementLease lease, Assembly assembly) {
        if (!lease.runtime().equals(name)) {
            return new Opening.Refused("authority.placed_elsewhere", "the lease is for " + lease.runtime());
        }
        Opening opening = run(lease, Json.Obj.EMPTY, AUTHORITY_LOSS, assembly);
        if (opening instanceof Opening.Opened(ConversationLoop loop, Optional<Found> _)) {
            parts.authority.arrived(lease);
            loop.learn(parts.decisions.news(lease.session()));
        }
        return opening;
    }

    private Opening run(PlacementLease lease, Json.Obj what, String reason, Assembly assembly) {
        String session = lease.session();
        parts.fence.raise(session, lease.epoch());
        List<Rune> recorded = parts.records.read(session);
        Consumer<SessionEvent> door = event -> own(session, event);
        Journal journal = parts.fence.around(parts.records.journal(session, door));
        ConversationLoop loop = assembly.assemble(Tenancy.of(lease, parts.authority), journal, door);
        loops.put(session, loop);
        List<Rune> news = parts.decisions.news(session);
        if (recorded.isEmpty()) {
            loop.begin(what);
            loop.learn(news);
            return new Opening.Opened(loop, Optional.empty());
        }
        return new Opening.Opened(loop, loop.resume(recorded, reason, news));
    }

    /** Takes in what reached a transport under this epoch; a refusal is for the transport, which then looks at the routes. */
    public Optional<AuthorityGuard.Refused> offer(String session, long epoch, SessionEvent event) {
        ConversationLoop loop = loops.get(session);
        return loop == null ? Optional.of(notHere(session)) : loop.offer(event, epoch);
    }

    /** Whether output under this epoch may be heard: a transport asks for every frame that it takes (ruling D7). */
    public Optional<AuthorityGuard.Refused> judge(String session, long epoch) {
        ConversationLoop loop = loops.get(session);
        return loop == null ? Optional.of(notHere(session)) : loop.judge(epoch);
    }

    private AuthorityGuard.Refused notHere(String session) {
        return new AuthorityGuard.Refused("authority.not_here", session + " does not run on " + name);
    }

    /** An answer to something that this runtime itself has asked. */
    private void own(String session, SessionEvent event) {
        ConversationLoop loop = loops.get(session);
        if (loop != null) {
            loop.offer(event);
        }
    }

    /** Keeps the leases of all sessions here. One that cannot be kept falls silent when its lease ends. */
    public void renew() {
        for (ConversationLoop loop : loops.values()) {
            parts.authority.renew(loop.lease(), now()).ifPresent(loop::renew);
        }
    }

    /** Asks for a new epoch, under which the session goes on. */
    public void rotate(String session) {
        ConversationLoop loop = loops.get(session);
        if (loop != null && parts.authority.rotate(loop.lease(), now()).isPresent()) {
            parts.decisions.news(session);
            loop.offer(new SessionEvent.LeaseRotated());
        }
    }

    /** The authority has said that this session is here no longer: it falls silent at once and is forgotten. */
    private void surrender(String session) {
        ConversationLoop loop = loops.remove(session);
        if (loop != null) {
            loop.offer(new SessionEvent.LeaseRevoked());
        }
    }

    /** Ends a session and gives its place back. */
    public void close(String session) {
        ConversationLoop loop = loops.remove(session);
        if (loop != null) {
            loop.end();
            parts.authority.release(loop.lease());
        }
    }

    private long now() {
        return parts.time.monotonicNanos();
    }
}
