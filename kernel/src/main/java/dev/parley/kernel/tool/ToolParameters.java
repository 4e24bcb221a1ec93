package dev.parley.kernel.tool;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The parameters of a request to the tool room by type. An absent number is 0, an absent text empty: exports may leave them out. */
record ToolParameters(Json.Obj json) {
    /** A parameter that is missing, of the wrong type or out of range. It never leaves the reader. */
    static final class Unfit extends Exception {
        Unfit(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    String text(String key) throws Unfit {
        String text = textOr(key);
        if (text.isEmpty()) {
            throw new Unfit(key + " is missing");
        }
        return text;
    }

    String textOr(String key) throws Unfit {
        return switch (json.get(key)) {
            case null -> "";
            case Json.Str(String text) -> text;
            default -> throw new Unfit(key + " must be a text");
        };
    }

    List<String> texts(String key) throws Unfit {
        Json given = json.get(key);
        List<String> texts = new ArrayList<>();
        if (given == null) {
            return texts;
        }
        if (!(given instanceof Json.Arr(List<Json> items))) {
            throw new Unfit(key + " must be a list of texts");
        }
        for (Json item : items) {
            if (!(item instanceof Json.Str(String text))) {
                throw new Unfit(key + " must be a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    boolean flag(String key) throws Unfit {
        return switch (json.get(key)) {
            case null -> false;
            case Json.Bool(boolean flag) -> flag;
            default -> throw new Unfit(key + " must be true or false");
        };
    }

    long whole(String key) throws Unfit {
        return wholeOr(key, 0);
    }

    private long wholeOr(String key, long otherwise) throws Unfit {
        if (!json.has(key)) {
            return otherwise;
        }
        BigDecimal number = json.number(key);
        if (number == null
                || number.signum() < 0
                || number.stripTrailingZeros().scale() > 0
                || number.compareTo(BigDecimal.valueOf(ToolRequests.LONGEST_MS)) > 0) {
            throw new Unfit(key + " must be a whole number from 0 to " + ToolRequests.LONGEST_MS);
        }
        return number.longValue();
    }

    <E extends Enum<E>> E one(Class<E> type, String key) throws Unfit {
        String text = text(key);
        for (E each : type.getEnumConstants()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT))) {
                return each;
            }
        }
        throw new Unfit(key + " is not one that is known: " + text);
    }

    ToolStatus status() throws Unfit {
        return one(ToolStatus.class, "status");
    }

    ToolTerms terms() throws Unfit {
        if (!(json.get("terms") instanceof Json.Obj given)) {
            throw new Unfit("terms are missing");
        }
        ToolParameters terms = new ToolParameters(given);
        long timeoutMs = terms.wholeOr("timeout_ms", ToolTerms.UNLIMITED_MS);
        long approvalMs = terms.wholeOr("approval_timeout_ms", ToolTerms.UNLIMITED_MS);
        long permitMs = terms.wholeOr("permit_ttl_ms", ToolTerms.UNLIMITED_MS);
        if (timeoutMs == 0 || approvalMs == 0 || permitMs == 0) {
            throw new Unfit("every time of a tool's terms is above 0 ms");
        }
        return new ToolTerms(
                terms.one(ToolSafety.class, "safety"),
                timeoutMs,
                approvalMs,
                permitMs,
                terms.flag("cancel_on_interrupt"));
    }

    /** Arguments run from the canonical text that is shown and hashed, so every number has to survive it (E11). */
    Json.Obj arguments() throws Unfit {
        return switch (json.get("arguments")) {
            case null -> Json.Obj.EMPTY;
            case Json.Obj arguments -> {
                survive(arguments);
                yield arguments;
            }
            default -> throw new Unfit("arguments must be an object");
        };
    }

    private static void survive(Json value) throws Unfit {
        switch (value) {
            case Json.Num(BigDecimal number) -> {
                String shown = CanonicalJson.text(value);
                if (new BigDecimal(shown).compareTo(number) != 0) {
                    throw new Unfit("the number " + number + " would be shown and run as " + shown);
                }
            }
            case Json.Arr(List<Json> items) -> {
                for (Json item : items) {
                    survive(item);
                }
            }
            case Json.Obj object -> {
                for (Json field : object.fields().values()) {
                    survive(field);
                }
            }
            case Json.Null _, Json.Bool _, Json.Str _ -> {}
        }
    }
}
