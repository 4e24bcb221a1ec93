package dev.parley.app.talk;

import dev.parley.TextTooLong;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lines of whoever types, read ahead by a thread of their own. A stop acts when it arrives, at a terminal also one in words. At a terminal a sentence does
 * so too and interrupts the answer before it; in a pipe a sentence waits until that answer is over, and so do commands.
 */
final class TypedLines {
    /** As far as a pipe is read ahead. */
    private static final int AHEAD_MAX = 10_000;

    private final TalkConversation talk;
    private final boolean interactive;
    private final Deque<String> waiting = new ArrayDeque<>();
    private boolean working;
    private boolean ended;
    private volatile @Nullable IOException failure;

    TypedLines(TalkConversation talk, boolean interactive) {
        this.talk = talk;
        this.interactive = interactive;
        talk.whenOver(this::end);
    }

    /** Where lines come from. */
    interface Source {
        /** The next line, null when no more come. */
        @Nullable
        String line() throws IOException;
    }

    /** Reads until nothing more comes. On the reader's own thread. */
    void read(Source source) {
        try {
            for (String line = source.line(); line != null && !isEnded(); line = source.line()) {
                arrived(line.strip());
            }
        } catch (IOException e) {
            failure = e;
        } finally {
            end();
        }
    }

    private void arrived(String line) {
        if (line.toLowerCase(Locale.ROOT).equals("/stop") || (interactive && SmallTalk.stops(line))) {
            talk.stop();
        } else if (isSentence(line) && interactive) {
            talk.interrupt(line);
        } else {
            queue(line);
        }
    }

    /** A sentence whose turn it is goes in at once, so that a stop right behind it finds it. */
    private synchronized void queue(String line) {
        boolean first = waiting.isEmpty() && !working && isSentence(line);
        if (first && talk.tryType(line)) {
            return;
        }
        awaitUntil(() -> waiting.size() < AHEAD_MAX);
        waiting.add(line);
        notifyAll();
    }

    static boolean isSentence(String line) {
        return !line.isEmpty() && !line.startsWith("/") && !TextTooLong.is(line);
    }

    /** The next line that has to be worked on, or null when there are no more. */
    synchronized @Nullable String next() {
        working = false;
        awaitUntil(() -> !waiting.isEmpty());
        String line = waiting.poll();
        working = line != null;
        notifyAll();
        return line;
    }

    /** Throws what kept the input from being read, if anything did. */
    void check() throws IOException {
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    private synchronized void awaitUntil(BooleanSupplier ready) {
        try {
            while (!ready.getAsBoolean() && !ended) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended = true;
        }
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    /** Nothing more is read, as if the input had ended. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }
}
