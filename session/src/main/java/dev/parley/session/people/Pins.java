package dev.parley.session.people;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The PINs by which people prove who they are. What may be a PIN leaves the words before anything of them is recorded; it is
 * kept here, in memory, until the words are taken in. Spoken words come in pieces: what may be the begin of a PIN leaves a
 * piece too.
 */
final class Pins {
    /** What stands in the words where a PIN was. */
    static final String MASK = "[pin]";

    private static final int LENGTH_MIN = 4;
    private static final int OFFERED_MAX = 16;
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
    private final Deque<String> offered = new ArrayDeque<>();
    /** Whether the last words ended in what may be the begin of a PIN. */
    private boolean unfinished;
    /** Pieces that were taken in and are too short for a PIN. */
    private String begun = "";

    Pins(Map<String, String> pins) {
        this.pins = Map.copyOf(pins);
    }

    boolean has(String person) {
        return pins.containsKey(person);
    }

    /** Whether one of these is the PIN of this person. */
    boolean fits(String person, List<String> given) {
        String pin = pins.get(person);
        return pin != null && given.contains(pin);
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
                SpokenDigits.runs(text),
                run -> any || pins.values().stream().anyMatch(pin -> pin.startsWith(run.digits())),
                _ -> {});
    }

    /** All that was said, without a PIN. It is kept until the words are taken in. */
    String confided(String text, boolean expected) {
        if (pins.isEmpty()) {
            return text;
        }
        List<SpokenDigits.Run> runs = declared(SpokenDigits.runs(text), SpokenDigits.loose(text));
        boolean any = expected || PROVES.matcher(text).find();
        boolean piece = NAMES_IT.matcher(text).find()
                || ((expected || unfinished)
                        && NOTHING_ELSE.matcher(SpokenDigits.without(text)).matches());
        String last = runs.isEmpty() ? "" : runs.getLast().digits();
        unfinished = piece && !last.isEmpty() && last.length() < LENGTH_MIN;
        return without(
                text,
                runs,
                run -> piece
                        || pins.containsValue(run.digits())
                        || (any && run.digits().length() >= LENGTH_MIN),
                pin -> {
                    if (offered.size() < OFFERED_MAX) {
                        offered.add(pin);
                    }
                });
    }

    /** The same for words that nobody will take in: they are masked alike, and nothing of them is kept. */
    String passedOver(String text, boolean expected) {
        int before = offered.size();
        String masked = confided(text, expected);
        while (offered.size() > before) {
            offered.removeLast();
        }
        return masked;
    }

    /** A PIN that is written with odd signs between its digits is one run. */
    private List<SpokenDigits.Run> declared(List<SpokenDigits.Run> runs, List<SpokenDigits.Run> loose) {
        List<SpokenDigits.Run> all = new ArrayList<>(runs);
        for (SpokenDigits.Run run : loose) {
            if (pins.containsValue(run.digits())) {
                all.removeIf(each -> each.start() >= run.start() && each.end() <= run.end());
                all.add(run);
            }
        }
        all.sort((one, other) -> Integer.compare(one.start(), other.start()));
        return all;
    }

    private static String without(
            String text, List<SpokenDigits.Run> runs, Predicate<SpokenDigits.Run> hides, Consumer<String> found) {
        StringBuilder masked = new StringBuilder();
        int from = 0;
        for (SpokenDigits.Run run : runs) {
            if (run.start() >= from && hides.test(run)) {
                found.accept(run.digits());
                masked.append(text, from, run.start()).append(MASK);
                from = run.end();
            }
        }
        return masked.append(text, from, text.length()).toString();
    }

    /**
     * What the words that are taken in now may have as a PIN: their pieces as one, and each of them. Null if they have none;
     * a piece that is too short waits for the next words.
     */
    @Nullable
    List<String> take(String masked) {
        List<String> pieces = new ArrayList<>();
        Matcher masks = Pattern.compile(Pattern.quote(MASK)).matcher(masked);
        while (masks.find() && !offered.isEmpty()) {
            pieces.add(offered.remove());
        }
        String whole = pieces.isEmpty() ? "" : begun + String.join("", pieces);
        begun = whole.length() < LENGTH_MIN ? whole : "";
        if (whole.length() < LENGTH_MIN) {
            return null;
        }
        pieces.add(whole);
        return pieces;
    }
}
