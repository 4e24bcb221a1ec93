package dev.parley.state;

/** Words as people count them. */
public final class CountedWords {
    private CountedWords() {}

    public static int count(String text) {
        int words = 0;
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            boolean blank = isBlank(text.charAt(i));
            if (!blank && !inside) {
                words++;
            }
            inside = !blank;
        }
        return words;
    }

    /** The first so many words, with single blanks between them. */
    public static String first(String text, long many) {
        StringBuilder out = new StringBuilder();
        int taken = 0;
        int at = 0;
        while (at < text.length() && taken < many) {
            while (at < text.length() && isBlank(text.charAt(at))) {
                at++;
            }
            int from = at;
            while (at < text.length() && !isBlank(text.charAt(at))) {
                at++;
            }
            if (at > from) {
                out.append(taken == 0 ? "" : " ").append(text, from, at);
                taken++;
            }
        }
        return out.toString();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
