/** The record: frames, segments, index, recovery, snapshots, hash chain, resume cursors. */
@SuppressWarnings("module") // The modules named below are not all built before this one.
module dev.parley.runelog {
    requires transitive dev.parley.kernel;
    requires static transitive org.jspecify;

    exports dev.parley.runelog;
    exports dev.parley.runelog.checkpoint;
    exports dev.parley.runelog.disk;
    exports dev.parley.runelog.fault;
    exports dev.parley.runelog.heads;
    exports dev.parley.runelog.snapshot;
    exports dev.parley.runelog.append to
            dev.parley.agent,
            dev.parley.session,
            dev.parley.sim,
            dev.parley.cluster,
            dev.parley.app,
            dev.parley.bench;
}
