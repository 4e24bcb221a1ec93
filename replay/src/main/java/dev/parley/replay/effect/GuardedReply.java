package dev.parley.replay.effect;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A reply of the present turn, and what of it was judged and said. */
final class GuardedReply {
    String text = "";
    boolean written;
    /** What of it carried something when it was written. */
    final Set<String> carrying = new HashSet<>();
    /** What was judged or said of it before its text was known. */
    final List<String> parts = new ArrayList<>();
    /** Whether it was spoken as a whole, which it may be once it carries nothing any more. */
    boolean whole;

    final Set<String> judged = new HashSet<>();

    final List<String> withheld = new ArrayList<>();

    /** What was withdrawn and may be judged again in its place, though what comes after it was made ready already. */
    final List<String> withdrawn = new ArrayList<>();

    /** Where in the text the last part that was judged or said begins. */
    int at;

    /** Whether this part comes in the text, and not before the last one. */
    boolean goesOnWith(String part) {
        int found = text.indexOf(part, at);
        at = found < 0 ? at : found;
        return found >= 0;
    }

    /** Whether it holds this sentence as often as it was withheld. */
    boolean isWithheldOnce(String sentence) {
        long many = withheld.stream().filter(sentence::equals).count();
        return many <= Math.max(1, text.split(Pattern.quote(sentence), -1).length - 1);
    }

    /** A question is judged whole, other replies sentence by sentence. */
    boolean isUnjudged() {
        return written && !whole && !carrying.isEmpty() && !isCovered();
    }

    private boolean isCovered() {
        return carrying.stream().allMatch(sentence -> judged.stream().anyMatch(text -> text.contains(sentence)));
    }
}
