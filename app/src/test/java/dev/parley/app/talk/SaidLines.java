package dev.parley.app.talk;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What was said to a person who types, line by line, and who waits for more of it. */
final class SaidLines {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    TalkScreen screen() {
        return TalkScreen.ofLines(this::add);
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    List<String> lines() {
        return lines;
    }

    /** Waits until so many lines were said in all. */
    synchronized void await(int count) throws InterruptedException {
        while (lines.size() < count) {
            wait();
        }
    }
}
