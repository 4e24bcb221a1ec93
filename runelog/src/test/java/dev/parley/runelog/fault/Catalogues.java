package dev.parley.runelog.fault;

/** Switches an invariant off by leaving it out. */
public final class Catalogues {
    private Catalogues() {}

    public static LogCatalogue without(String id) {
        return new LogCatalogue(LogCatalogue.ALL.stream()
                .filter(rule -> !rule.invariant().id().equals(id))
                .toList());
    }
}
