package dev.parley.runelog.heads;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How key, pin, mark and newest list fit together.
 *
 * <p>A first start writes the mark, then the pin, then puts the key in its place. So a pin or a key without a list is
 * ordinary only beside the mark of a log that had none yet.
 */
final class SignedState {
    private final Disk disk;
    private final @Nullable HeadList newest;
    private final long number;
    private final KeyChain keys;
    private final String own;
    private final KeyPin pin;
    private final @Nullable OpenMark mark;
    private final List<Finding> findings = new ArrayList<>();
    private boolean isMissing;

    private SignedState(
            Disk disk,
            @Nullable HeadList newest,
            long number,
            KeyChain keys,
            String own,
            KeyPin pin,
            @Nullable OpenMark mark) {
        this.disk = disk;
        this.newest = newest;
        this.number = number;
        this.keys = keys;
        this.own = own;
        this.pin = pin;
        this.mark = mark;
    }

    /** Reads the key before the pin: a first start that happens meanwhile writes the pin before the key. */
    static SignedState read(Disk disk, @Nullable HeadList newest, long number, KeyChain keys) throws IOException {
        String own = HeadSigner.publicKey(disk);
        KeyPin pin = KeyPin.read(disk);
        if (own.isEmpty() && pin.isThere() && HeadFolder.numbers(disk).isEmpty()) {
            String next = HeadSigner.nextKey(disk);
            own = next.equals(pin.key()) ? next : HeadSigner.publicKey(disk);
        }
        SignedState state = new SignedState(disk, newest, number, keys, own, pin, OpenMark.read(disk));
        state.keyFindings();
        state.closeFindings();
        return state;
    }

    List<Finding> findings() {
        return findings;
    }

    /** Whether a list that was signed later than the newest one is missing. */
    boolean isMissing() {
        return isMissing;
    }

    /** Whether lists were signed here, as far as key and pin tell. */
    boolean hasSigned() throws IOException {
        return (!own.isEmpty() || pin.isThere()) && !isFirst();
    }

    /** Whether the log was opened for the first time and its process died before it signed a list. */
    private boolean isFirst() throws IOException {
        return mark != null
                && mark.list() == 0
                && isOurs(mark)
                && HeadFolder.numbers(disk).isEmpty();
    }

    private boolean isOurs(OpenMark opened) {
        return opened.key().equals(own)
                || opened.key().equals(keys.newest(pin.key()))
                || (newest != null && keys.maySign(opened.key(), opened.list(), newest.key()));
    }

    /** Whether the log is open, or its process died: the mark is of its key and names a list that is here. */
    boolean isCrashed() throws IOException {
        if (mark == null || !isOurs(mark) || mark.list() > number || !mark.fits(disk) || isOlder(mark)) {
            return false;
        }
        return newest == null || !newest.isClosed() || number <= mark.list();
    }

    /**
     * Whether lists were signed after the one that the mark of an open log names. Each list is followed by a mark that names
     * it, so that only the newest can be without one: this mark is an old copy.
     */
    private boolean isOlder(OpenMark opened) {
        return newest != null && !newest.isClosed() && opened.list() < number - 1;
    }

    /**
     * Whether the newest list is of a format that signs less, and of a key that signs no more. The first start of a program
     * that signs more replaces both, so this list was put back in place of newer ones, or the key was lost before.
     */
    boolean isPutBack() {
        return newest != null
                && !newest.signsFacts()
                && !own.isEmpty()
                && !newest.key().equals(own);
    }

    /** What does not fit the pinned key: the key itself, the newest list, or that there is no list at all. */
    private void keyFindings() throws IOException {
        long list = newest == null ? 0 : newest.number();
        if (isPutBack()) {
            found("The newest list of heads is of an earlier format and signed by a key that signs no more.");
        }
        if (!pin.isThere()) {
            if (newest != null && !keys.maySign(newest.key(), list, own)) {
                found("The key that signed the newest list of heads is not here.");
            } else if (newest == null ? hasSigned() : newest.signsFacts()) {
                found("The key that signs lists of heads is here, and the file pinned, which names it, is missing.");
            }
            return;
        }
        String pinned = keys.newest(pin.key());
        if (pinned.isEmpty()) {
            found("The file pinned names no key.");
        }
        if (own.isEmpty()) {
            found("The key that signs lists of heads is missing or cannot be read.");
        } else if (!keys.maySign(own, list, pinned)) {
            found("The key that signs lists of heads is not the one that was pinned.");
        }
        if (keys.isForked()) {
            found("A key that signs lists of heads was replaced twice; one of the two has stolen it.");
        }
        if (newest == null) {
            if (hasSigned()) {
                found("Lists of heads were signed here, and none is left that can be read.");
            }
        } else if (!keys.maySign(newest.key(), list, pinned)) {
            found("The newest list of heads is signed by another key than the pinned one.");
        }
    }

    /** What shows that the newest lists were taken away. */
    private void closeFindings() throws IOException {
        OpenMark opened = mark;
        if (opened == null) {
            if (disk.exists(OpenMark.NAME)) {
                missing("The file " + OpenMark.NAME + " is not signed by the key that it names.");
            }
            if (newest != null && newest.signsFacts() && !newest.isClosed()) {
                missing("List of heads " + number
                        + " was signed while the log was open, and the list that was signed when it was closed is"
                        + " missing.");
            }
            return;
        }
        if (opened.list() > number) {
            missing("List of heads " + opened.list() + " was signed while the log was open, and it is missing.");
        } else if (!opened.fits(disk)) {
            missing("The file " + OpenMark.NAME + " is of another list of heads " + opened.list() + ".");
        } else if (newest != null && newest.signsFacts() && isOlder(opened)) {
            missing("The file " + OpenMark.NAME + " names list of heads " + opened.list() + ", and list " + number
                    + " was signed after it: it is an old copy, and the list that closed the log is missing.");
        }
        boolean isKnown = isOurs(opened)
                || (newest != null
                        && (keys.vouchedBy(opened.key()).contains(newest.key())
                                || keys.vouchedBy(newest.key()).contains(opened.key())));
        if (!isKnown && (newest != null || hasSigned())) {
            found("The file " + OpenMark.NAME + " is signed by another key than the newest list of heads.");
        }
    }

    private void found(String reason) {
        findings.add(key(reason));
    }

    private void missing(String reason) {
        isMissing = true;
        findings.add(new Finding(Finding.Kind.MISSING_LIST, "", 0, 0, 0, reason));
    }

    static Finding key(String reason) {
        return new Finding(Finding.Kind.SIGNING_KEY, "", 0, 0, 0, reason);
    }
}
