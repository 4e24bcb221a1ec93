package dev.parley;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.Tail;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;

/**
 * The record of a conversation as a publisher: everything after a cursor, then whatever becomes durable. It keeps no queue,
 * because a subscriber reads from the log what it has asked for: a slow one holds up nobody and misses nothing.
 */
record RunePublisher(Runelog log, String conversation, long after) implements Flow.Publisher<Rune> {
    @Override
    public void subscribe(Flow.Subscriber<? super Rune> subscriber) {
        Reading reading = new Reading(log.tail(conversation, after, Visibility.INTERNAL), subscriber);
        subscriber.onSubscribe(reading);
        Thread.ofVirtual().name("parley-events-" + conversation).start(reading::deliver);
    }

    private static final class Reading implements Flow.Subscription {
        private final Tail tail;
        private final Flow.Subscriber<? super Rune> subscriber;
        private final Semaphore wanted = new Semaphore(0);
        private volatile boolean badRequest;
        private volatile boolean cancelled;

        Reading(Tail tail, Flow.Subscriber<? super Rune> subscriber) {
            this.tail = tail;
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            if (count <= 0) {
                badRequest = true;
                wanted.release();
                return;
            }
            int room = Integer.MAX_VALUE - wanted.availablePermits();
            wanted.release((int) Math.min(count, Math.max(0, room - 1)));
        }

        @Override
        public void cancel() {
            cancelled = true;
            tail.close();
            wanted.release();
        }

        void deliver() {
            try (tail) {
                while (true) {
                    wanted.acquire();
                    if (badRequest) {
                        throw new IllegalArgumentException("a subscriber asks for at least one rune");
                    }
                    Rune rune = cancelled ? null : tail.take();
                    if (rune == null) {
                        break;
                    }
                    subscriber.onNext(rune);
                    if (isLast(rune)) {
                        subscriber.onComplete();
                        return;
                    }
                }
            } catch (InterruptedException | RuntimeException failed) {
                if (!cancelled) {
                    subscriber.onError(failed);
                }
            }
        }

        private static boolean isLast(Rune rune) {
            return EventCatalogue.is(rune, SessionEnded.class);
        }
    }
}
