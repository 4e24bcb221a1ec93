/** Pure decisions: machines, invariants, verdicts, attestations. Nothing here does I/O, reads a clock or starts a thread. */
module dev.parley.kernel {
    requires static transitive org.jspecify;

    exports dev.parley.kernel;
    exports dev.parley.kernel.episode;
    exports dev.parley.kernel.json;
    exports dev.parley.kernel.port;
    exports dev.parley.kernel.rune;
    exports dev.parley.kernel.tool;
    exports dev.parley.kernel.stream;
    exports dev.parley.kernel.turn;
}
