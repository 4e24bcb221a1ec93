package dev.parley.session.people;

import dev.parley.session.port.Masked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The PINs by which people prove who they are. What may be a PIN leaves the words before anything of them is recorded; it goes
 * with the words, in memory, until they are taken in. Spoken words come in pieces: what may be the begin of a PIN leaves a
 * piece too.
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

    private final Map<String, String> pins;
    /** Whether the last words ended in what may be the begin of a PIN. */
    private boolean unfinished;
    /** Pieces that were taken in and are too short for a PIN, and whose they are. */
    private String begun = "";

    private String begunBy = "";

    Pins(Map<String, String> pins) {
        this.pins = Map.copyOf(pins);
    }

    boolean has(String person) {
        return pins.containsKey(person);
    }

    boolean fits(String person, String given) {
        return given.equals(pins.get(person));
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
        List<SpokenDigits.Run> chains = SpokenDigits.chains(text);
        List<SpokenDigits.Run> runs = with(
                SpokenDigits.runs(text),
                SpokenDigits.loose(text),
                run -> pins.containsValue(run.digits()) || (begins(run) && mayGrow(run, chains)));
        return without(text, hidden(runs, run -> any || begins(run)));
    }

    private boolean begins(SpokenDigits.Run run) {
        return pins.values().stream().anyMatch(pin -> pin.startsWith(run.digits()));
    }

    private static boolean mayGrow(SpokenDigits.Run run, List<SpokenDigits.Run> chains) {
        return chains.stream().anyMatch(chain -> chain.end() == run.end());
    }

    /** All that was said, without a PIN, and with the digits that may be one. */
    Masked confided(String text, boolean expected) {
        if (pins.isEmpty()) {
            return Masked.of(text);
        }
        List<SpokenDigits.Run> runs =
                with(SpokenDigits.runs(text), SpokenDigits.loose(text), run -> pins.containsValue(run.digits()));
        boolean any = expected || PROVES.matcher(text).find();
        boolean piece = NAMES_IT.matcher(text).find()
                || ((expected || unfinished)
                        && NOTHING_ELSE.matcher(SpokenDigits.without(text)).matches());
        String last = runs.isEmpty() ? "" : runs.getLast().digits();
        unfinished = piece && !last.isEmpty() && last.length() < LENGTH_MIN;
        List<SpokenDigits.Run> hidden = hidden(
                runs,
                run -> piece
                        || pins.containsValue(run.digits())
                        || (any && run.digits().length() >= LENGTH_MIN));
        return new Masked(without(text, hidden), offered(text, hidden), !hidden.isEmpty());
    }

    /**
     * The digits that the words offer. Which numbers these are does not depend on which of them is somebody's PIN: else the
     * right one could be found by saying many at once.
     */
    private static List<String> offered(String text, List<SpokenDigits.Run> hidden) {
        return SpokenDigits.chains(text).stream()
                .filter(chain -> chain.digits().length() >= LENGTH_MIN
                        || hidden.stream().anyMatch(run -> run.start() >= chain.start() && run.end() <= chain.end()))
                .map(SpokenDigits.Run::digits)
                .toList();
    }

    /** A PIN that is written with odd signs between its digits, or beside other digits, is a run of its own. */
    private static List<SpokenDigits.Run> with(
            List<SpokenDigits.Run> runs, List<SpokenDigits.Run> loose, Predicate<SpokenDigits.Run> counts) {
        List<SpokenDigits.Run> all = new ArrayList<>(runs);
        for (SpokenDigits.Run run : loose) {
            if (counts.test(run)) {
                all.removeIf(each -> each.start() >= run.start() && each.end() <= run.end());
                all.add(run);
            }
        }
        all.sort((one, other) -> Integer.compare(one.start(), other.start()));
        return all;
    }

    /** Those that are hidden, none of which begins within another. */
    private static List<SpokenDigits.Run> hidden(List<SpokenDigits.Run> runs, Predicate<SpokenDigits.Run> hides) {
        List<SpokenDigits.Run> hidden = new ArrayList<>();
        for (SpokenDigits.Run run : runs) {
            if ((hidden.isEmpty() || run.start() >= hidden.getLast().end()) && hides.test(run)) {
                hidden.add(run);
            }
        }
        return hidden;
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
