package dev.parley.runelog.journal;

/**
 * How the journal is written.
 *
 * @param isSynced whether a commit waits for the disk
 * @param fileBytesMax a file that has grown this long is followed by a new one
 * @param groupBytesMax appenders wait while more than this is waiting to be written
 * @param roomWithinMs and no longer than this, counted from when there was no more room
 * @param growBytesMax by how much a file may grow ahead of its content; 0 lets it grow with every write
 */
public record JournalSettings(
        boolean isSynced, long fileBytesMax, int groupBytesMax, long roomWithinMs, long growBytesMax) {
    /** A file is read whole when it is scanned, and may end a group beyond its size. */
    static final long FILE_BYTES_LIMIT = 1L << 30;

    public JournalSettings {
        if (fileBytesMax < 1 || fileBytesMax > FILE_BYTES_LIMIT) {
            throw new IllegalArgumentException(
                    "A journal file has 1 to " + FILE_BYTES_LIMIT + " bytes, not " + fileBytesMax + ".");
        }
        if (roomWithinMs < 1) {
            throw new IllegalArgumentException("An appender waits for at least 1 ms, not for " + roomWithinMs + ".");
        }
        if (groupBytesMax < 1 || growBytesMax < 0) {
            throw new IllegalArgumentException("A group has room for a byte, and a file grows by none or more, not by "
                    + groupBytesMax + " and " + growBytesMax + ".");
        }
    }
}
