package dev.parley.runelog.journal;

/**
 * How the journal is written.
 *
 * @param isSynced whether a commit waits for the disk
 * @param fileBytesMax a file that has grown this long is followed by a new one
 * @param groupBytesMax appenders wait while more than this is waiting to be written
 * @param growBytesMax by how much a file may grow ahead of its content; 0 lets it grow with every write
 */
public record JournalSettings(boolean isSynced, long fileBytesMax, int groupBytesMax, long growBytesMax) {}
