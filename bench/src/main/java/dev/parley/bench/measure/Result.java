package dev.parley.bench.measure;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * A figure and what it is compared with.
 *
 * @param value the subject, in {@code unit}
 * @param baseline the peer or limit, in the same unit
 * @param note which peer or limit that is
 */
public record Result(String bench, double value, String unit, double baseline, String note) {
    private static final MathContext DIGITS = new MathContext(4);

    /** Subject divided by baseline. */
    public double ratio() {
        return value / baseline;
    }

    public Json.Obj toJson() {
        return Json.Obj.EMPTY
                .with("bench", bench)
                .with("value", number(value))
                .with("unit", unit)
                .with("baseline", number(baseline))
                .with("ratio", number(ratio()))
                .with("against", note);
    }

    private static Json number(double figure) {
        return Double.isFinite(figure)
                ? new Json.Num(new BigDecimal(figure, DIGITS).stripTrailingZeros())
                : Json.Null.NULL;
    }
}
