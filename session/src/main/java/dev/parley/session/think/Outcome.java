package dev.parley.session.think;

/** How the rounds of a turn come out. */
public interface Outcome {
    void finished();

    void failed(String reason);
}
