package dev.parley.kernel.json;

import java.util.List;

/** The texts in a value as one text, for whoever looks for words in it. */
public final class JsonTexts {
    /** Stands between two texts: no word, number or spelling goes on across it. */
    private static final char END = '\u0001';

    private JsonTexts() {}

    /** Every text and number in the value. */
    public static String of(Json value) {
        StringBuilder all = new StringBuilder();
        addTexts(value, all);
        return all.toString();
    }

    /** Every name of a field in the value. */
    public static String names(Json value) {
        StringBuilder all = new StringBuilder();
        addNames(value, all);
        return all.toString();
    }

    /** Adds the texts and numbers of the value to those before. */
    public static void addTexts(Json value, StringBuilder all) {
        switch (value) {
            case Json.Str(String text) -> add(text, all);
            case Json.Num number -> add(number.text(), all);
            case Json.Arr(List<Json> items) -> items.forEach(item -> addTexts(item, all));
            case Json.Obj object -> object.fields().values().forEach(each -> addTexts(each, all));
            case Json.Bool _ -> {}
            case Json.Null _ -> {}
        }
    }

    private static void addNames(Json value, StringBuilder all) {
        switch (value) {
            case Json.Arr(List<Json> items) -> items.forEach(item -> addNames(item, all));
            case Json.Obj object ->
                object.fields().forEach((name, each) -> {
                    add(name, all);
                    addNames(each, all);
                });
            case Json.Str _ -> {}
            case Json.Num _ -> {}
            case Json.Bool _ -> {}
            case Json.Null _ -> {}
        }
    }

    private static void add(String text, StringBuilder all) {
        if (!text.isEmpty()) {
            all.append(all.isEmpty() ? "" : END).append(text);
        }
    }
}
