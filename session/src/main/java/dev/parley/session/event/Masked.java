package dev.parley.session.event;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Words as they may be recorded. The digits that were taken out of them as a PIN go with these very words, in memory alone, and
 * are gone with them: whatever becomes of the words, no others can offer their PIN.
 *
 * @param digits all digits of the words that may be a PIN, also where the text still has them
 * @param hasPin whether something was taken out; the mask in the text proves nothing, anybody can write it
 */
public record Masked(String text, List<String> digits, boolean hasPin) {
    public Masked {
        digits = List.copyOf(digits);
    }

    /** Words in which nothing is to be hidden. */
    public static Masked of(String text) {
        return new Masked(text, List.of(), false);
    }

    /** All of them as one, with one blank between. */
    public static Masked joined(List<Masked> all) {
        return new Masked(
                all.stream().map(Masked::text).collect(Collectors.joining(" ")),
                all.stream().flatMap(each -> each.digits.stream()).toList(),
                all.stream().anyMatch(Masked::hasPin));
    }

    /** Keeps the digits out of everything that is printed. */
    @Override
    public String toString() {
        return text;
    }
}
