package dev.parley.speech.tts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a text into what is said: clauses of words, each with the word that is written. Numbers, times, money, dates, units and
 * abbreviations are spelled out, so that a voice meets nothing but words.
 */
final class SpokenText {
    private static final int CLAUSE_WORDS_MAX = 14;

    private static final Map<String, String> ABBREVIATIONS = Map.ofEntries(
            Map.entry("dr.", "doctor"),
            Map.entry("mr.", "mister"),
            Map.entry("mrs.", "missis"),
            Map.entry("ms.", "miss"),
            Map.entry("prof.", "professor"),
            Map.entry("st.", "saint"),
            Map.entry("e.g.", "for example"),
            Map.entry("i.e.", "that is"),
            Map.entry("etc.", "et cetera"),
            Map.entry("vs.", "versus"),
            Map.entry("approx.", "approximately"),
            Map.entry("a.m.", "a m"),
            Map.entry("p.m.", "p m"),
            Map.entry("am", "am"),
            Map.entry("ok", "okay"),
            Map.entry("&", "and"),
            Map.entry("+", "plus"),
            Map.entry("=", "equals"),
            Map.entry("@", "at"));

    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("%", "percent"),
            Map.entry("°c", "degrees celsius"),
            Map.entry("°f", "degrees fahrenheit"),
            Map.entry("°", "degrees"),
            Map.entry("km", "kilometers"),
            Map.entry("m", "meters"),
            Map.entry("cm", "centimeters"),
            Map.entry("kg", "kilograms"),
            Map.entry("g", "grams"),
            Map.entry("ms", "milliseconds"),
            Map.entry("s", "seconds"),
            Map.entry("min", "minutes"),
            Map.entry("h", "hours"),
            Map.entry("am", "a m"),
            Map.entry("pm", "p m"));

    /** Capitals that are said as a word. */
    private static final Set<String> WORDS_IN_CAPITALS = Set.of("OK", "PIN", "NASA", "I", "A", "RAM");

    private static final String[] MONTHS =
            "january february march april may june july august september october november december".split(" ");

    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern RUN = Pattern.compile("\\d+|[\\p{L}']+");
    private static final Pattern TIME = Pattern.compile("(\\d{1,2}):(\\d{2})(?::\\d{2})?(am|pm)?");
    private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})");
    private static final Pattern MONEY = Pattern.compile("([$€£])(\\d[\\d,]*(?:\\.\\d{1,2})?)");
    private static final Pattern ORDINAL = Pattern.compile("(\\d{1,9})(?:st|nd|rd|th)");
    private static final Pattern NUMBER = Pattern.compile("(-?)(\\d[\\d,]*(?:\\.\\d+)?)(%|°[cf]?|[a-z]{1,3})?");

    /**
     * A word as it is written and as it is said; the latter may be several words, or none for a dash.
     */
    record SpokenWord(String written, String said) {}

    /**
     * Words that are said in one breath.
     *
     * @param mark the punctuation after them: a comma for a short pause, a point or question mark for a long one
     */
    record Clause(List<SpokenWord> words, char mark) {
        Clause {
            words = List.copyOf(words);
        }

        String said() {
            StringBuilder text = new StringBuilder();
            words.forEach(word -> text.append(word.said().isEmpty() || text.isEmpty() ? "" : " ")
                    .append(word.said()));
            return text.toString();
        }
    }

    private SpokenText() {}

    static List<Clause> clauses(String text) {
        List<Clause> clauses = new ArrayList<>();
        List<SpokenWord> words = new ArrayList<>();
        String stripped = text.strip();
        int questionEnd = ExactSpeech.questionEnd(stripped);
        ExactSpeech exact = new ExactSpeech(SpokenText::said);
        Matcher written = WORD.matcher(stripped);
        while (written.find()) {
            String word = written.group();
            char mark = mark(word);
            words.add(new SpokenWord(word, written.end() <= questionEnd ? exact.said(word) : said(word)));
            boolean full = words.size() >= CLAUSE_WORDS_MAX && isConnective(word);
            if (mark != 0 || full) {
                clauses.add(new Clause(words, mark == 0 ? ' ' : mark));
                words = new ArrayList<>();
            }
        }
        if (words.stream().anyMatch(word -> !word.said().isEmpty())) {
            clauses.add(new Clause(words, '.'));
        }
        return clauses.stream().filter(clause -> !clause.said().isEmpty()).toList();
    }

    private static boolean isConnective(String word) {
        return Set.of("and", "or", "but", "because", "then").contains(word.toLowerCase(Locale.ROOT));
    }

    /** The punctuation that ends a clause after this word, 0 for none. */
    private static char mark(String written) {
        if (ABBREVIATIONS.containsKey(written.toLowerCase(Locale.ROOT))) {
            return 0;
        }
        String bare = written.replaceAll("[\"'”’)\\]]+$", "");
        char last = bare.isEmpty() ? 0 : bare.charAt(bare.length() - 1);
        return switch (last) {
            case '.', '!', '?' -> last;
            case ',', ';', ':', '–', '—' -> ',';
            default -> 0;
        };
    }

    private static String said(String written) {
        String abbreviation = ABBREVIATIONS.get(written.toLowerCase(Locale.ROOT));
        if (abbreviation != null) {
            return abbreviation;
        }
        String bare = written.replaceAll("^[\"'“”‘(\\[*#]+", "").replaceAll("[\"'“”’)\\]*.,;:!?…–—]+$", "");
        String known = ABBREVIATIONS.get(bare.toLowerCase(Locale.ROOT));
        if (known != null) {
            return known;
        }
        if (bare.length() > 1 && bare.length() <= 4 && bare.matches("[A-Z]+") && !WORDS_IN_CAPITALS.contains(bare)) {
            return String.join(" ", bare.toLowerCase(Locale.ROOT).split(""));
        }
        String lower = bare.toLowerCase(Locale.ROOT);
        return lower.matches(".*\\d.*") ? withDigits(lower) : plain(lower);
    }

    private static String plain(String lower) {
        return lower.replace('’', '\'').replaceAll("[^\\p{L}']+", " ").strip();
    }

    private static String withDigits(String lower) {
        Matcher time = TIME.matcher(lower);
        if (time.matches()) {
            return time(time);
        }
        Matcher date = DATE.matcher(lower);
        if (date.matches()) {
            int month = Math.clamp(Integer.parseInt(date.group(2)), 1, MONTHS.length);
            return MONTHS[month - 1] + " " + SpokenNumber.ordinal(Long.parseLong(date.group(3))) + " "
                    + SpokenNumber.year(Integer.parseInt(date.group(1)));
        }
        Matcher money = MONEY.matcher(lower);
        if (money.matches()) {
            return switch (money.group(1)) {
                case "$" -> SpokenNumber.money(money.group(2), "dollar", "cent");
                case "€" -> SpokenNumber.money(money.group(2), "euro", "cent");
                default -> SpokenNumber.money(money.group(2), "pound", "pence");
            };
        }
        Matcher ordinal = ORDINAL.matcher(lower);
        if (ordinal.matches()) {
            return SpokenNumber.ordinal(Long.parseLong(ordinal.group(1)));
        }
        Matcher number = NUMBER.matcher(lower);
        return number.matches() ? number(number) : pieces(lower);
    }

    private static String time(Matcher time) {
        int hour = Integer.parseInt(time.group(1));
        int minute = Integer.parseInt(time.group(2));
        String half = time.group(3) == null ? "" : time.group(3).equals("am") ? " a m" : " p m";
        String minutes = minute == 0
                ? half.isEmpty() ? " o'clock" : ""
                : (minute < 10 ? " oh " : " ") + SpokenNumber.cardinal(minute);
        return SpokenNumber.cardinal(hour) + minutes + half;
    }

    private static String number(Matcher number) {
        String digits = number.group(2);
        String unit = number.group(3);
        String sign = number.group(1).isEmpty() ? "" : "minus ";
        if (unit == null && sign.isEmpty() && digits.matches("(?:19|20)\\d\\d")) {
            return SpokenNumber.year(Integer.parseInt(digits));
        }
        String value = sign + SpokenNumber.decimal(digits);
        return unit == null ? value : value + " " + UNITS.getOrDefault(unit, String.join(" ", unit.split("")));
    }

    /** A mixture such as {@code talk-1} or {@code a4}: runs of letters as words, runs of digits as numbers. */
    private static String pieces(String lower) {
        Matcher runs = RUN.matcher(lower);
        List<String> said = new ArrayList<>();
        while (runs.find()) {
            String run = runs.group();
            said.add(Character.isDigit(run.charAt(0)) ? SpokenNumber.cardinal(run) : run);
        }
        return String.join(" ", said);
    }
}
