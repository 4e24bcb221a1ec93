package dev.parley.runelog;

import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.SignedFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the next list signs of conversations beside their heads, and of which ones it signs nothing new. */
final class PresentFacts {
    private final Map<String, SignedFacts> facts = new ConcurrentHashMap<>();
    private final Map<String, List<HeadList.Entry>> doubted = new ConcurrentHashMap<>();

    private List<HeadList.Doubt> doubts = List.of();
    private boolean isNew;
    private final Set<String> changed = new HashSet<>();

    /** What each list repeats from now on. */
    List<HeadList.Doubt> doubts() {
        return doubts;
    }

    void doubt(List<HeadList.Doubt> next) {
        doubts = List.copyOf(next);
    }

    /** A signed head tells of another rune of this conversation than is here. */
    void noteChanged(String conversation) {
        changed.add(conversation);
    }

    List<String> changed() {
        return changed.stream().sorted().toList();
    }

    /** Opening found something that no list tells of yet. */
    void noteNew() {
        isNew = true;
    }

    /** Whether a list has to be signed before the log is marked as open: a crash would take away what was found. */
    boolean isNew() {
        return isNew;
    }

    SignedFacts of(String conversation) {
        return facts.getOrDefault(conversation, SignedFacts.NONE);
    }

    void put(String conversation, SignedFacts next) {
        if (next.isEmpty()) {
            facts.remove(conversation);
        } else {
            facts.put(conversation, next);
        }
    }

    /** The conversations that more is signed of than their head. */
    List<String> conversations() {
        return facts.keySet().stream().sorted().toList();
    }

    /** Nothing vouches for this conversation as it is; what was last signed of it, if anything, is signed again. */
    void doubt(String conversation, HeadList.@Nullable Entry last) {
        doubted.put(conversation, last == null ? List.of() : List.of(last));
    }

    boolean isDoubted(String conversation) {
        return doubted.containsKey(conversation);
    }

    /** What was last signed of a conversation that is doubted: one entry, or none. */
    List<HeadList.Entry> lastOf(String conversation) {
        return doubted.getOrDefault(conversation, List.of());
    }

    List<String> doubted() {
        return doubted.keySet().stream().sorted().toList();
    }

    void trust(String conversation) {
        doubted.remove(conversation);
    }
}
