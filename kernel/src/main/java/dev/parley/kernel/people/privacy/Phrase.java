package dev.parley.kernel.people.privacy;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Parameters;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a value shows in a sentence, and whether it does. */
final class Phrase {
    private static final int LENGTH_MIN = 2;
    private static final List<String> MONTHS = List.of(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    private Phrase() {}

    /** Whether the sentence has these words, in whatever case, not as part of longer ones. */
    static boolean isIn(String sentence, String words) {
        String text = sentence.toLowerCase(Locale.ROOT);
        String wanted = words.toLowerCase(Locale.ROOT).strip();
        if (wanted.length() < LENGTH_MIN) {
            return false;
        }
        for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
            int end = at + wanted.length();
            boolean begins = at == 0 || !Character.isLetterOrDigit(text.codePointBefore(at));
            boolean ends = end == text.length() || !Character.isLetterOrDigit(text.codePointAt(end));
            if (begins && ends) {
                return true;
            }
        }
        return false;
    }

    /** The ways in which people say this value: a date has several. */
    static List<String> forms(Json value) {
        List<String> forms = new ArrayList<>();
        for (String text : texts(value)) {
            forms.add(text);
            LocalDate date = Parameters.date(text);
            if (date != null) {
                String month = MONTHS.get(date.getMonthValue() - 1);
                forms.add(date.getDayOfMonth() + " " + month);
                forms.add(month + " " + date.getDayOfMonth());
            }
        }
        return forms;
    }

    /** Every text and number in the value; a flag says nothing by itself. */
    static List<String> texts(Json value) {
        List<String> texts = new ArrayList<>();
        collect(value, texts);
        return texts;
    }

    private static void collect(Json value, List<String> texts) {
        switch (value) {
            case Json.Str(String text) -> texts.add(text);
            case Json.Num number -> texts.add(number.text());
            case Json.Obj object -> object.fields().values().forEach(each -> collect(each, texts));
            case Json.Arr array -> array.items().forEach(each -> collect(each, texts));
            case Json.Bool _, Json.Null _ -> {}
        }
    }
}
