package dev.parley.session.people;

import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Deadlines;
import dev.parley.kernel.people.household.Due;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.port.Timers.Timer;
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
    private final Consumer<Request> requests;
    private final Runnable onDue;
    private Deadlines deadlines;
    private @Nullable Timer timer;
    private @Nullable Instant armedFor;
    private boolean resting;

    /**
     * @param requests where timeouts go; whoever takes them shows the house afterwards
     * @param onDue called by the timer, whence {@link #passed} is to be called
     */
    TimeoutWatch(Timeouts timeouts, HouseTime time, Consumer<Request> requests, Runnable onDue) {
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
            deadlines = deadlines.without(due);
            requests.accept(due.request(time.now()));
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
