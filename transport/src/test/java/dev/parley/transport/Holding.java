package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Observer;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import java.util.concurrent.CountDownLatch;

/** Holds a conversation up on its own thread, so that its door for frames is full after a while. */
final class Holding implements Observer {
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public void recorded(Rune rune) {
        if (rune.kind().equals("control.silence")) {
            held.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Comes back when the conversation is held up. */
    void hold(Conversation talk) throws InterruptedException {
        talk.tell(new SessionEvent.FellSilent());
        held.await();
    }

    void goOn() {
        goOn.countDown();
    }
}
