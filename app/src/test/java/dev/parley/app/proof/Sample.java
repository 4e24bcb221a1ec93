package dev.parley.app.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** As many mutants of one kind as are tried, each as likely as any other; where all are, none is kept. */
final class Sample {
    private final List<Mutant> chosen = new ArrayList<>();
    private final Random random;
    private final int most;
    private int seen;

    Sample(int most, long seed) {
        this.most = most;
        this.random = new Random(seed);
    }

    List<Mutant> chosen() {
        return chosen;
    }

    void add(Mutant mutant, Consumer<Mutant> attempt) {
        seen++;
        if (most == Integer.MAX_VALUE) {
            attempt.accept(mutant);
        } else if (chosen.size() < most) {
            chosen.add(mutant);
        } else {
            int place = random.nextInt(seen);
            if (place < most) {
                chosen.set(place, mutant);
            }
        }
    }
}
