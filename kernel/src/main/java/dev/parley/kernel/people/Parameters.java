package dev.parley.kernel.people;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of one request and remembers the first thing that is wrong with them. */
public final class Parameters {
    private final Request request;
    private @Nullable String wrong;

    public Parameters(Request request) {
        this.request = request;
    }

    /** The event if everything asked for was well-formed, else the first mistake. */
    public <E> Reading<E> reading(@Nullable E event, String machine) {
        if (event == null) {
            return Reading.malformed("'" + request.action() + "' is no event of " + machine);
        }
        return wrong == null ? Reading.understood(event) : Reading.malformed(wrong);
    }

    public @Nullable String text(String key) {
        Json given = given(key);
        if (given == null) {
            return null;
        }
        if (given instanceof Json.Str str && !str.value().isEmpty()) {
            return str.value();
        }
        mistake(key + " must be a text that is not empty");
        return null;
    }

    public String requiredText(String key) {
        String text = text(key);
        if (text == null) {
            mistake(key + " is missing");
            return "";
        }
        return text;
    }

    public boolean flag(String key, boolean otherwise) {
        Json given = given(key);
        if (given == null) {
            return otherwise;
        }
        if (given instanceof Json.Bool bool) {
            return bool.value();
        }
        mistake(key + " must be true or false");
        return otherwise;
    }

    /** The confidence of a signal, from 0 to 1. */
    public BigDecimal confidence() {
        if (!(given("confidence") instanceof Json.Num num)) {
            mistake("confidence must be a number");
            return BigDecimal.ZERO;
        }
        if (num.value().signum() < 0 || num.value().compareTo(BigDecimal.ONE) > 0) {
            mistake("confidence lies from 0 to 1");
            return BigDecimal.ZERO;
        }
        return num.value();
    }

    /** A date that is not after the day on which it is told. */
    public @Nullable LocalDate pastDate(String key) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        LocalDate date = date(text);
        if (date == null) {
            mistake(key + " must be a date such as 1980-05-01");
        } else if (date.isAfter(today())) {
            mistake(key + " lies in the future");
        }
        return date;
    }

    public LocalDate requiredPastDate(String key) {
        LocalDate date = pastDate(key);
        if (date == null) {
            mistake(key + " is missing");
            return today();
        }
        return date;
    }

    public <E extends Enum<E>> E one(Class<E> type, String key, E otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        for (E each : type.getEnumConstants()) {
            if (each.toString().equals(text)) {
                return each;
            }
        }
        mistake(key + " must be one of " + Arrays.toString(type.getEnumConstants()));
        return otherwise;
    }

    /** The local date of the request: that of its own offset (ruling B12). */
    public LocalDate today() {
        return request.at().toLocalDate();
    }

    public void mistake(String reason) {
        if (wrong == null) {
            wrong = reason;
        }
    }

    public static @Nullable LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private @Nullable Json given(String key) {
        Json given = request.parameters().get(key);
        return given instanceof Json.Null ? null : given;
    }
}
