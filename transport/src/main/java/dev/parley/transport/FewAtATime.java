package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Folding is work for a processor, and conversations need it too: so many look back at a time, and no more. */
record FewAtATime(Analyst analyst, Semaphore places) implements Analyst {
    private static final int PLACES = 2;

    static Analyst of(Analyst analyst) {
        return new FewAtATime(analyst, new Semaphore(PLACES));
    }

    @Override
    public Json.Obj explain(String conversation, List<Rune> runes, Rune event) {
        return inTurn(() -> analyst.explain(conversation, runes, event));
    }

    @Override
    public Json.Obj replay(String conversation, long to) {
        return inTurn(() -> analyst.replay(conversation, to));
    }

    @Override
    public Json.Obj decideAgain(List<String> conversations, OtherRules rules) {
        return inTurn(() -> analyst.decideAgain(conversations, rules));
    }

    private Json.Obj inTurn(Supplier<Json.Obj> work) {
        if (!places.tryAcquire()) {
            throw new Problem(503, "busy", "others look back at the moment; try again in a second");
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }
}
