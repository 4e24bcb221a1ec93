package dev.parley.session.people;

import dev.parley.session.event.Masked;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The PINs by which people prove who they are. What may be a PIN leaves the words before anything of them is recorded; it goes
 * with the words, in memory, until they are taken in. Spoken words come in pieces: what may be the begin of a PIN leaves a
 * piece too. Which numbers leave the words never depends on which of them is somebody's PIN: else the mask would tell.
 */
final class Pins {
    /** What stands in the words where a PIN was. */
    static final String MASK = "[pin]";

    private static final int LENGTH_MIN = 4;
    private final Map<String, String> pins;
    /** How long the PINs of this house are. What else they are decides nothing about the words. */
    private final Set<Integer> lengths;
    /** Whether the last words ended in what may be the begin of a PIN. */
    private boolean unfinished;
    /** Pieces that were taken in and are too short for a PIN, and whose they are. */
    private String begun = "";

    private String begunBy = "";

    Pins(Map<String, String> pins) {
        this.pins = Map.copyOf(pins);
        this.lengths = pins.values().stream().map(String::length).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether nobody has one here. */
    boolean isEmpty() {
        return pins.isEmpty();
    }

    boolean has(String person) {
        return pins.containsKey(person);
    }

    /** Takes as long for a right one as for a wrong one. */
    boolean fits(String person, String given) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8),
                pins.getOrDefault(person, "").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Words that are not complete yet, without what may be a PIN or the begin of one.
     *
     * @param expected whether the house waits for one, so that every number counts
     */
    String masked(DigitScan words, boolean expected) {
        if (pins.isEmpty()) {
            return words.text();
        }
        boolean any = expected || unfinished || words.claiming();
        return without(
                words.text(),
                words.found().stream()
                        .filter(each -> any || each.mayGoOn() || looksLikeOne(each))
                        .map(DigitScan.Found::chain)
                        .toList());
    }

    String masked(String text, boolean expected) {
        return masked(DigitScan.of(text), expected);
    }

    Masked confided(String text, boolean expected) {
        return confided(DigitScan.of(text), expected);
    }

    /** All that was said, without a PIN, and with the digits that may be one. */
    Masked confided(DigitScan words, boolean expected) {
        if (pins.isEmpty()) {
            return Masked.of(words.text());
        }
        boolean piece = words.naming() || ((expected || unfinished) && words.alone());
        boolean asked = expected || words.alone();
        String last =
                words.found().isEmpty() ? "" : words.found().getLast().chain().digits();
        unfinished = piece && !last.isEmpty() && last.length() < LENGTH_MIN;
        List<SpokenDigits.Chain> hidden = new ArrayList<>();
        List<String> offered = new ArrayList<>();
        for (DigitScan.Found each : words.found()) {
            boolean isLong = each.chain().digits().length() >= LENGTH_MIN;
            boolean isHidden =
                    piece || (asked && isLong) || (words.claiming() && isLong && !each.isWhen()) || looksLikeOne(each);
            if (isHidden) {
                hidden.add(each.chain());
            }
            if (isLong || isHidden) {
                offered.add(each.chain().digits());
            }
        }
        return new Masked(without(words.text(), hidden), offered, !hidden.isEmpty());
    }

    /** Whether some neighbouring digits of these are as many as a PIN has here, whichever they are (ruling P24). */
    private boolean looksLikeOne(DigitScan.Found digits) {
        return !digits.isWhen() && !Collections.disjoint(lengths, digits.chain().lengths());
    }

    private static String without(String text, List<SpokenDigits.Chain> hidden) {
        StringBuilder masked = new StringBuilder();
        int from = 0;
        for (SpokenDigits.Chain run : hidden) {
            masked.append(text, from, run.start()).append(MASK);
            from = run.end();
        }
        return masked.append(text, from, text.length()).toString();
    }

    /**
     * The PIN that these words offer as they are taken in. They offer one at most: all their digits together, so that several
     * numbers are none of them, unless all are the same. Null if they have none; a piece that is too short waits for the next
     * words of the same person.
     */
    @Nullable
    String take(Masked words, String by) {
        List<String> said = words.digits();
        boolean again = said.stream().distinct().count() == 1 && said.getFirst().length() >= LENGTH_MIN;
        String before = by.equals(begunBy) ? begun : "";
        String whole = words.hasPin() ? before + (again ? said.getFirst() : String.join("", said)) : "";
        boolean isPiece = whole.length() < LENGTH_MIN;
        begun = isPiece ? whole : "";
        begunBy = by;
        return isPiece ? null : whole;
    }
}
