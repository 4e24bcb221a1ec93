package dev.parley.session.place;

import dev.parley.kernel.event.ControlEvents.PlacementLeaseRevoked;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ControlEvents.StaleEpochRejected;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.place.AuthorityGuard;
import dev.parley.pipeline.place.PlacementLease;
import dev.parley.pipeline.plan.TurnInputs;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether this runtime still has its conversation. One guard stands at every input and every output (ruling D7): what comes
 * from outside shows an epoch, what goes out is judged by the loop's own. A lease that ends without being renewed, and a
 * session that was moved, are noticed without anyone telling.
 */
public final class Standing {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LoopClock clock;
    private final Recorder recorder;
    private final Tenancy.Rotation rotation;
    private final AuthorityGuard guard;
    private final List<Runnable> lost = new ArrayList<>();
    private @Nullable Timer expiry;
    private boolean told;

    public Standing(Tenancy tenancy, LoopClock clock, Recorder recorder) {
        this.clock = clock;
        this.recorder = recorder;
        this.rotation = tenancy.rotation();
        this.guard = new AuthorityGuard(tenancy.lease(), tenancy.placedEpoch());
        recorder.under(tenancy.lease().epoch());
    }

    /** Who stops something when the right to go on is lost, in the order in which they say so. */
    public void watch(Runnable stop) {
        lost.add(stop);
        arm();
    }

    public PlacementLease lease() {
        return guard.lease();
    }

    /** Judges what comes in under this epoch; nothing means that it may come in. */
    public Optional<AuthorityGuard.Refused> judge(long epoch) {
        return guard.judge(epoch, clock.machineNanos());
    }

    /** Records that something was not let in. */
    public void refused(long epoch, AuthorityGuard.Refused why) {
        recorder.write(new StaleEpochRejected(epoch, why.rule(), why.reason()), 0);
    }

    /** Whether something may go out now. The first time that it may not, everything is stopped. */
    public boolean mayAct() {
        boolean may = isHeld();
        if (!may && !told) {
            told = true;
            clock.after(0, Rank.AUTHORITY, this::stopAll);
        }
        return may;
    }

    /** What is said of a turn that wants to open here: only whoever has the conversation may hold it. */
    public TurnInputs.Admission admission() {
        return mayAct() ? TurnInputs.Admission.ADMIT : TurnInputs.Admission.REJECT;
    }

    /** Whether this runtime has its conversation now. */
    public boolean isHeld() {
        return judge(lease().epoch()).isEmpty();
    }

    /** The authority took the session away. */
    public void revoked() {
        guard.revoke();
        stopAll();
    }

    private void stopAll() {
        lost.forEach(Runnable::run);
    }

    /** Records by which rule this runtime has lost the conversation. */
    public void tellLoss() {
        told = true;
        judge(lease().epoch()).ifPresent(why -> recorder.write(new PlacementLeaseRevoked(why.rule()), 0));
    }

    /** The authority gave the lease a new epoch; an open turn goes on under it. */
    public void rotated() {
        take(rotation.next(lease(), lease().epoch()));
        recorder.write(new PlacementLeaseRotated(lease().epoch(), null, null, null), 0);
    }

    /** The lease lasts longer now; its epoch is the same. */
    public void renewed(PlacementLease lease) {
        guard.accept(lease);
        arm();
    }

    /** Everything up to this epoch was used before; it is an error of the authority to have issued no newer one. */
    public void goOnAbove(long epoch) {
        if (lease().epoch() <= epoch) {
            take(rotation.next(lease(), epoch));
        }
        if (lease().epoch() <= epoch) {
            throw new IllegalStateException("Epoch " + lease().epoch() + " was used before; the newest is " + epoch);
        }
    }

    /** Writes decisions of the authority into this conversation's log, each naming its source (ruling X7). */
    public void learn(List<Rune> decisions) {
        PlacementLog.tell(recorder, decisions);
    }

    private void take(PlacementLease lease) {
        guard.accept(lease);
        told = false;
        recorder.under(lease().epoch());
        arm();
    }

    /** Falls silent at the end of the lease, if nothing has renewed it by then. */
    private void arm() {
        if (expiry != null) {
            expiry.cancel();
            expiry = null;
        }
        long leftNanos = lease().expiresNanos() - clock.runtimeNanos();
        if (lease().expiresNanos() != Long.MAX_VALUE) {
            long endsMs = clock.nowMs() + Math.max(0, Math.ceilDiv(leftNanos, NANOS_PER_MILLI));
            expiry = clock.inBackground(endsMs, Rank.AUTHORITY, this::mayAct);
        }
    }
}
