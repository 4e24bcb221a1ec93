package dev.parley.transport;

import dev.parley.session.people.Understanding;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Understands nothing, and while it is held does not come back from reading, so that words wait before they enter. */
final class HeldReading implements Understanding {
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile boolean held;

    void hold() {
        held = true;
    }

    void goOn() {
        held = false;
        goOn.countDown();
    }

    @Override
    public boolean takesLong(String sentence) {
        return held;
    }

    @Override
    public void prepare(String sentence) {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public @Nullable String statement(String sentence) {
        return null;
    }

    @Override
    public @Nullable Note note(String sentence) {
        return null;
    }
}
