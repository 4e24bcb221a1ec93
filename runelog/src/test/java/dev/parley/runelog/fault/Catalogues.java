package dev.parley.runelog.fault;

import java.util.List;

/** Switches invariants off by leaving them out. */
public final class Catalogues {
    private Catalogues() {}

    public static LogCatalogue without(String... ids) {
        return new LogCatalogue(LogCatalogue.ALL.stream()
                .filter(rule -> !List.of(ids).contains(rule.invariant().id()))
                .toList());
    }
}
