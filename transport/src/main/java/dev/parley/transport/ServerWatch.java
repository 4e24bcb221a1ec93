package dev.parley.transport;

import dev.parley.transport.ServerSpec.OnJournalHalt;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Looks a few times a second whether the server can still do its work. A journal that has halted and a listener that accepts no
 * more cannot be mended within the process, and a process that lives on would hide it from whatever restarts it.
 */
final class ServerWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ServerWatch.class.getName());
    private static final long LOOK_EVERY_MS = 200;

    private static final String BROKEN = "the server can no longer be looked after";

    /** A free port is asked for less often, because that opens a file. */
    private static final int PORTS_EVERY = 5;

    private final Parts parts;
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean closed;
    private boolean told;

    /**
     * What is looked at.
     *
     * @param haltedBecause why the journal has halted; empty while it has not
     * @param listening the addresses at which connections are accepted
     * @param everyLook is done each time, with the number of the look
     */
    record Parts(
            Supplier<String> haltedBecause,
            OnJournalHalt onHalt,
            Supplier<List<InetSocketAddress>> listening,
            IntConsumer everyLook) {}

    private ServerWatch(Parts parts) {
        this.parts = parts;
        this.thread = Thread.ofPlatform().daemon().name("parley-watch").unstarted(this::run);
    }

    static ServerWatch start(Parts parts) {
        ServerWatch watch = new ServerWatch(parts);
        watch.thread.start();
        return watch;
    }

    /** Completes with a sentence when the process has to end. */
    CompletableFuture<String> failure() {
        return failure.copy();
    }

    /** An error, such as memory that is at its end, may have ended any other thread of the process, which a new start alone mends. */
    private void run() {
        try {
            for (int look = 0; !closed; look++) {
                Thread.sleep(LOOK_EVERY_MS);
                lookAgain(look);
            }
        } catch (InterruptedException e) {
            // The server is closed.
        } catch (RuntimeException | Error e) {
            failure.complete(BROKEN);
        }
    }

    /** Whatever is wrong with one look, the next one may be well. */
    private void lookAgain(int number) {
        try {
            look(number);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "looking after the server failed", e);
        }
    }

    private void look(int number) {
        parts.everyLook.accept(number);
        String halted = parts.haltedBecause.get();
        if (!halted.isEmpty() && !told) {
            told = true;
            if (parts.onHalt == OnJournalHalt.EXIT) {
                failure.complete("the journal has halted: " + halted);
            } else {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "the journal has halted, and everything that would be recorded is refused until the server is"
                                + " started again (on_journal_halt: stay): {0}",
                        halted);
            }
        }
        if (number % PORTS_EVERY == 0) {
            for (InetSocketAddress address : parts.listening.get()) {
                if (!closed && isFree(address)) {
                    failure.complete("no more connections are accepted at " + address.getHostString() + ":"
                            + address.getPort() + ": its listener has ended");
                }
            }
        }
    }

    /** Where the port can be bound, no listener has it. Where no file can be opened for that, the next look tells. */
    private static boolean isFree(InetSocketAddress address) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
