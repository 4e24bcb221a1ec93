package dev.parley.session.people;

import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Deadlines;
import dev.parley.kernel.people.household.Due;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.people.household.Wait;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.record.VerdictRecorder;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the timeouts of a house (ruling B10): one timer stands for whatever is due next, and what it sends is a request of
 * {@code system} like any other, so that a record which is decided again needs no timer. Its callers keep each other out.
 */
final class TimeoutWatch {
    private static final String WAITING = "waiting";

    private final HouseTime time;
    /** What is due may be about an earlier turn than the one in which somebody looks. */
    private final Consumer<Runnable> aside;

    private final Consumer<Request> requests;
    private final Runnable onDue;
    private Deadlines deadlines;
    private @Nullable Timer timer;
    private @Nullable Instant armedFor;
    private boolean resting;
    private @Nullable Asked asked;

    /**
     * A wait that stands still.
     *
     * @param at since when
     * @param until when it counts as begun, as long as it stands still
     */
    private record Asked(Deadlines.Running stopped, Instant at, Instant until) {}

    /**
     * @param requests where timeouts go; whoever takes them shows the house afterwards
     * @param onDue called by the timer, whence {@link #passed} is to be called
     */
    TimeoutWatch(
            Timeouts timeouts,
            HouseTime time,
            @Nullable VerdictRecorder<?, ?> verdicts,
            Consumer<Request> requests,
            Runnable onDue) {
        this.aside = verdicts == null ? Runnable::run : verdicts::aside;
        this.deadlines = Deadlines.none(timeouts);
        this.time = time;
        this.requests = requests;
        this.onDue = onDue;
    }

    Json.Obj keep() {
        return Json.Obj.EMPTY.with(WAITING, deadlines.keep());
    }

    /** Goes on from what was kept; nothing is armed for it yet. */
    void restore(Json.Obj kept) {
        Json waiting = kept.get(WAITING);
        if (waiting != null) {
            deadlines = deadlines.restored(waiting);
        }
    }

    /** What waited in the record goes on waiting, for the time that it has left. */
    void waited(Verdict<Place> verdict) {
        Place place = verdict.state();
        if (place != null) {
            fold(place.house(), verdict.attestation().request().at().toInstant());
        }
    }

    /** What waited goes on in this house now, and not beyond its time though the clock was ahead when it began. */
    void goOn(House house) {
        Instant now = time.now().toInstant();
        deadlines = deadlines.setBack(now, now.plusMillis(ToolTerms.UNHEARD_MS));
        observe(house, now);
    }

    private void fold(House house, Instant at) {
        deadlines = deadlines.after(house, at);
    }

    /** The house as it stands after a verdict of that moment. */
    void observe(House house, Instant at) {
        fold(house, at);
        arm();
    }

    void heard(String person) {
        deadlines = deadlines.heard(person);
        arm();
    }

    void silent(String person) {
        deadlines = deadlines.silent(person, time.now().toInstant());
        arm();
    }

    /** The wait for a yes to the command of this call begins so much later than now. */
    void awaits(String call, long laterMs) {
        deadlines = deadlines.awaiting(call, time.now().toInstant().plusMillis(laterMs));
        arm();
    }

    /**
     * The person of this wait is being asked: it stands still until they have {@link #heard() heard} the question, or for as long
     * as a question may go unheard (ruling T1b).
     */
    void asks(String person, Wait kind) {
        heard();
        Deadlines.Running wait = deadlines.running(person, kind);
        Instant since = wait == null ? null : deadlines.since().get(wait);
        Instant now = time.now().toInstant();
        if (wait != null
                && since != null
                && since.plus(deadlines.timeouts().of(kind)).isAfter(now)) {
            Instant until = since.plusMillis(ToolTerms.UNHEARD_MS);
            asked = new Asked(wait, now, until);
            deadlines = deadlines.begun(wait, until);
            arm();
        }
    }

    /** What was being asked was heard, or something else is asked: the wait goes on, unless it is over. */
    void heard() {
        Asked over = asked;
        asked = null;
        if (over != null && over.until().equals(deadlines.since().get(over.stopped()))) {
            long stoodMs = Duration.between(over.at(), time.now().toInstant()).toMillis();
            long earlierMs = Math.max(0, ToolTerms.UNHEARD_MS - stoodMs);
            deadlines = deadlines.begun(over.stopped(), over.until().minusMillis(earlierMs));
            arm();
        }
    }

    /** Sends what was due before this moment. What is due at this very moment comes after what people do in it. */
    void overdue() {
        sendBefore(time.now().toInstant());
    }

    /** The timer has fired: sends everything that is due by now. */
    void passed() {
        armedFor = null;
        sendBefore(time.now().toInstant().plusNanos(1));
        arm();
    }

    private void sendBefore(Instant end) {
        for (Due due = deadlines.next(); !resting && due != null && due.at().isBefore(end); due = deadlines.next()) {
            Request request = due.request(time.now());
            deadlines = deadlines.without(due);
            aside.accept(() -> requests.accept(request));
        }
    }

    private void arm() {
        Due next = resting ? null : deadlines.next();
        Instant due = next == null ? null : next.at();
        if (due == null ? armedFor == null : due.equals(armedFor)) {
            return;
        }
        disarm();
        if (due != null) {
            armedFor = due;
            timer = time.at(due, onDue);
        }
    }

    private void disarm() {
        if (timer != null) {
            timer.cancel();
        }
        timer = null;
        armedFor = null;
    }

    /** Nothing is sent any more. */
    void rest() {
        resting = true;
        disarm();
    }

    /** From now on what is due is sent again, and at once what was due meanwhile. */
    void wake() {
        resting = false;
        arm();
    }
}
