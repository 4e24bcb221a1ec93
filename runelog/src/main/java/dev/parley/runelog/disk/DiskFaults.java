package dev.parley.runelog.disk;

/**
 * How often a simulated disk misbehaves, each in thousandths of the occasions.
 *
 * @param tear per unsynced write at a crash: only a beginning of it arrives
 * @param lose per unsynced write at a crash: nothing of it arrives
 * @param reorder per unsynced write at a crash: its sectors arrive in no order, so that any of them may be missing
 * @param misdirect per write: it arrives at another place of the file
 * @param flip per file at a crash: one bit has changed
 * @param noSpace per write: the disk is full after a part of it
 * @param ioError per write and per sync: it fails, and what was unsynced never arrives
 */
public record DiskFaults(int tear, int lose, int reorder, int misdirect, int flip, int noSpace, int ioError) {
    public static final DiskFaults NONE = new DiskFaults(0, 0, 0, 0, 0, 0, 0);

    /** What a power cut does to a disk that otherwise keeps its promises. */
    public static final DiskFaults POWER_CUT = new DiskFaults(300, 300, 300, 0, 0, 0, 0);

    /** A disk that fails while it is written to. */
    public static final DiskFaults FAILING = new DiskFaults(300, 300, 300, 0, 0, 10, 20);

    /** A disk that keeps no promise. */
    public static final DiskFaults ROTTEN = new DiskFaults(300, 300, 300, 20, 200, 5, 10);
}
