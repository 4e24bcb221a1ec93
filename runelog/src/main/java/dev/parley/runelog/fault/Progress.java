package dev.parley.runelog.fault;

/** Told now and then how far long work is. */
public interface Progress {
    Progress SILENT = (what, done, total) -> {};

    void at(String what, long done, long total);
}
