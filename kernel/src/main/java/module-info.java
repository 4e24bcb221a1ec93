/** Pure decisions: machines, invariants, verdicts, attestations. Nothing here does I/O, reads a clock or starts a thread. */
module dev.parley.kernel {
    requires transitive org.jspecify;

    exports dev.parley.kernel;
    exports dev.parley.kernel.episode;
    exports dev.parley.kernel.event;
    exports dev.parley.kernel.json;
    exports dev.parley.kernel.people;
    exports dev.parley.kernel.people.addressing;
    exports dev.parley.kernel.people.age;
    exports dev.parley.kernel.people.command;
    exports dev.parley.kernel.people.consent;
    exports dev.parley.kernel.people.delegation;
    exports dev.parley.kernel.people.greeting;
    exports dev.parley.kernel.people.household;
    exports dev.parley.kernel.people.identity;
    exports dev.parley.kernel.people.mode;
    exports dev.parley.kernel.people.privacy;
    exports dev.parley.kernel.people.profile;
    exports dev.parley.kernel.people.rooms;
    exports dev.parley.kernel.port;
    exports dev.parley.kernel.rune;
    exports dev.parley.kernel.tool;
    exports dev.parley.kernel.stream;
    exports dev.parley.kernel.turn;
}
