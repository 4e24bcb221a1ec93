package dev.parley.session.people;

import dev.parley.session.port.Masked;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
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
    /** A claim: a number after it that is long enough may be a PIN. */
    private static final Pattern PROVES = Pattern.compile(
            "\\b(?:pin|(?:pass)?code|password|i am|i'?m|it'?s|this is|my name is)\\b", Pattern.CASE_INSENSITIVE);
    /** Whoever says this says a PIN, however short it is so far. */
    private static final Pattern NAMES_IT =
            Pattern.compile("\\b(?:pin|(?:pass)?code|password)\\b", Pattern.CASE_INSENSITIVE);
    /** What may stand around the digits of somebody who says nothing else. */
    private static final Pattern NOTHING_ELSE = Pattern.compile(
            "(?:\\b(?:my|the|is|it'?s|pin|(?:pass)?code|password|number|uh|um|er|and|then|yes|okay|ok|so|ends|with)\\b|\\W|_)*",
            Pattern.CASE_INSENSITIVE);

    /** What looks like a number and is a date, a year or a time. */
    private static final Pattern WHEN = Pattern.compile(
            "(?<![\\p{L}\\p{N}])(?:(?:19|20)\\d\\d-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\\d|3[01])"
                    + "|(?:january|february|march|april|may|june|july|august|september|october|november|december)"
                    + "(?: (?:the )?\\d{1,2}(?:st|nd|rd|th)?)?,? (?:19|20)\\d\\d"
                    + "|(?:in|since|year) (?:19|20)\\d\\d|[0-2]?\\d:[0-5]\\d)(?!\\W{0,3}\\p{N})",
            Pattern.CASE_INSENSITIVE);
    /** Behind the last digits: nothing, or what says that one more follows. */
    private static final Pattern GOES_ON =
            Pattern.compile("[^\\p{L}\\p{N}]*(?:doubl[e]|triple)?\\W*", Pattern.CASE_INSENSITIVE);

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
    String masked(String text, boolean expected) {
        if (pins.isEmpty()) {
            return text;
        }
        boolean any = expected || unfinished || PROVES.matcher(text).find();
        return without(
                text,
                SpokenDigits.chains(text).stream()
                        .filter(chain -> any
                                || GOES_ON.matcher(text.substring(chain.end())).matches()
                                || looksLikeOne(text, chain))
                        .toList());
    }

    /** All that was said, without a PIN, and with the digits that may be one. */
    Masked confided(String text, boolean expected) {
        if (pins.isEmpty()) {
            return Masked.of(text);
        }
        List<SpokenDigits.Run> chains = SpokenDigits.chains(text);
        boolean alone = NOTHING_ELSE.matcher(SpokenDigits.without(text)).matches();
        boolean piece = NAMES_IT.matcher(text).find() || ((expected || unfinished) && alone);
        boolean asked = expected || alone;
        boolean claimed = PROVES.matcher(text).find();
        String last = chains.isEmpty() ? "" : chains.getLast().digits();
        unfinished = piece && !last.isEmpty() && last.length() < LENGTH_MIN;
        List<SpokenDigits.Run> hidden = chains.stream()
                .filter(chain -> piece
                        || (asked && isLong(chain))
                        || (claimed && isLong(chain) && !isWhen(text, chain))
                        || looksLikeOne(text, chain))
                .toList();
        List<String> offered = chains.stream()
                .filter(chain -> isLong(chain) || hidden.contains(chain))
                .map(SpokenDigits.Run::digits)
                .toList();
        return new Masked(without(text, hidden), offered, !hidden.isEmpty());
    }

    private static boolean isLong(SpokenDigits.Run chain) {
        return chain.digits().length() >= LENGTH_MIN;
    }

    /** Whether some neighbouring digits of these are as many as a PIN has here, whichever they are (ruling P24). */
    private boolean looksLikeOne(String text, SpokenDigits.Run chain) {
        return !isWhen(text, chain)
                && SpokenDigits.loose(text).stream()
                        .anyMatch(run -> run.start() >= chain.start()
                                && run.end() <= chain.end()
                                && lengths.contains(run.digits().length()));
    }

    private static boolean isWhen(String text, SpokenDigits.Run chain) {
        return WHEN.matcher(text)
                .results()
                .anyMatch(found -> found.start() <= chain.start() && found.end() >= chain.end());
    }

    private static String without(String text, List<SpokenDigits.Run> hidden) {
        StringBuilder masked = new StringBuilder();
        int from = 0;
        for (SpokenDigits.Run run : hidden) {
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
