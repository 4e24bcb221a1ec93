package dev.parley.runelog.disk;

import dev.parley.kernel.port.RandomSource;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A disk that fails on purpose, the same way for the same seed.
 *
 * <p>It keeps what the process sees apart from what would survive. Writes reach the surviving side at a sync; at a crash
 * each unsynced one arrives whole, torn, in parts or not at all. A sync that fails forgets what it should have written,
 * while the process still reads it: a second sync would succeed and mean nothing, as on real systems. Creations, renames
 * and deletions survive in order, up to some point after the last sync of a folder. Used by one thread.
 */
public final class SimulatedDisk implements Disk {
    private static final int THOUSAND = 1000;
    private static final int FOR_EVER = -1;

    private final RandomSource random;
    private final List<Map<String, SimulatedFile>> namings = new ArrayList<>();
    private Map<String, SimulatedFile> names = new TreeMap<>();
    private DiskFaults faults;
    private boolean isLocked;
    private boolean isNextSyncBad;
    private int crashes;
    private int misdirections;
    private int operationsLeft = FOR_EVER;

    public SimulatedDisk(RandomSource random, DiskFaults faults) {
        this.random = random;
        this.faults = faults;
        namings.add(Map.of());
    }

    /** Changes how often what fails. */
    public void failAs(DiskFaults next) {
        faults = next;
    }

    /** The power goes at the first change after this many more: that one and all later ones fail until the crash. */
    public void losePowerAfter(int changes) {
        operationsLeft = changes;
    }

    void spendPower() throws IOException {
        if (operationsLeft == 0) {
            throw new IOException("The power is gone");
        }
        operationsLeft -= operationsLeft == FOR_EVER ? 0 : 1;
    }

    /** The machine stops; what survives is what the next opening finds. The old writer is gone. */
    public void crash() {
        int kept = random.nextInt(namings.size());
        names = new TreeMap<>(namings.get(kept));
        for (SimulatedFile file : names.values()) {
            file.crash();
        }
        namings.clear();
        namings.add(Map.copyOf(names));
        isLocked = false;
        operationsLeft = FOR_EVER;
        crashes++;
    }

    /** The next sync of a file fails, and what it should have written never arrives. */
    public void failNextSync() {
        isNextSyncBad = true;
    }

    boolean takeBadSync() {
        boolean isBad = isNextSyncBad;
        isNextSyncBad = false;
        return isBad;
    }

    /** The writing process stops, while the machine goes on: what it wrote is still seen, synced or not. */
    public void killProcess() {
        isLocked = false;
        crashes++;
    }

    /** Whether changes still succeed. */
    public boolean hasPower() {
        return operationsLeft != 0;
    }

    boolean happens(int perThousand) {
        return perThousand > 0 && random.nextInt(THOUSAND) < perThousand;
    }

    void noteMisdirection() {
        misdirections++;
    }

    /** How many writes have gone to another place so far, which the process that wrote them cannot know. */
    public int misdirections() {
        return misdirections;
    }

    DiskFaults faults() {
        return faults;
    }

    RandomSource random() {
        return random;
    }

    /** A handle from before a crash belongs to a process that no longer runs. */
    int crashes() {
        return crashes;
    }

    @Override
    public DiskFile open(String name) {
        SimulatedFile file = names.get(name);
        if (file == null) {
            file = new SimulatedFile(this);
            names.put(name, file);
            noteNames();
        }
        return file;
    }

    @Override
    public DiskFile openForReading(String name) throws IOException {
        SimulatedFile file = names.get(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }

    @Override
    public boolean exists(String name) {
        return names.containsKey(name);
    }

    @Override
    public List<String> list(String folder) {
        return names.keySet().stream()
                .filter(name -> Disk.folderOf(name).equals(folder))
                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                .toList();
    }

    @Override
    public void rename(String from, String to) throws IOException {
        spendPower();
        SimulatedFile file = names.remove(from);
        if (file == null) {
            throw new NoSuchFileException(from);
        }
        names.put(to, file);
        noteNames();
    }

    @Override
    public void delete(String name) throws IOException {
        spendPower();
        names.remove(name);
        noteNames();
    }

    private void noteNames() {
        namings.add(new TreeMap<>(names));
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        spendPower();
        namings.clear();
        namings.add(new TreeMap<>(names));
    }

    @Override
    public DiskLock lock(String name) throws IOException {
        if (isLocked) {
            throw new LockedException("Another writer of this simulation has the log open.");
        }
        isLocked = true;
        int taken = crashes;
        return () -> isLocked = isLocked && taken != crashes;
    }

    @Override
    public String printed() {
        return "simulated disk";
    }
}
