package dev.parley.session.think;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.json.Nesting;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.session.event.Reply;
import dev.parley.session.tool.ToolDriver;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a model wishes for. Arguments that are no JSON object, or hold a number that its canonical form does not
 * keep, are marked as unreadable: such a call is denied, for what is shown must be what runs (ruling E11).
 */
public final class Wishes {
    private Wishes() {}

    public static Reply.ToolRequest read(Model.WantedCall wanted) {
        return new Reply.ToolRequest(wanted.callId(), wanted.tool(), arguments(wanted.arguments()));
    }

    private static Json.Obj arguments(String text) {
        try {
            if (!(JsonDecoder.decode(text.isBlank() ? "{}" : text) instanceof Json.Obj arguments)) {
                return unreadable("they are no JSON object");
            }
            if (Nesting.isTooDeep(arguments)) {
                return unreadable("they are nested deeper than " + Nesting.LEVELS_MAX + " levels");
            }
            String changed = changedNumber(arguments);
            return changed == null ? arguments : unreadable("the number " + changed + " is too long or too large");
        } catch (JsonDecoder.NotJson e) {
            return unreadable("they are not JSON");
        }
    }

    private static Json.Obj unreadable(String why) {
        return Json.Obj.EMPTY.with(ToolDriver.UNREADABLE, why);
    }

    /** A number that reads otherwise once it is written canonically, or null. */
    private static @Nullable String changedNumber(Json value) {
        return switch (value) {
            case Json.Num(BigDecimal number) -> {
                String shown = value.canonical();
                yield new BigDecimal(shown).compareTo(number) == 0 ? null : number.toString();
            }
            case Json.Arr(List<Json> items) -> firstChanged(items);
            case Json.Obj object -> firstChanged(List.copyOf(object.fields().values()));
            case Json.Null _, Json.Bool _, Json.Str _ -> null;
        };
    }

    private static @Nullable String firstChanged(List<Json> values) {
        for (Json value : values) {
            String changed = changedNumber(value);
            if (changed != null) {
                return changed;
            }
        }
        return null;
    }
}
