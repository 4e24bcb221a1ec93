package dev.parley.transport;

import dev.parley.TextTooLong;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.transport.budget.ByteBudget;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Reads the JSON that a request brings, and refuses everything else with a sentence that says why. */
final class Bodies {
    private static final long PASSED_OVER_MAX = 16 << 20;
    private static final int VALUE_CHARS_MAX = 4_096;
    private static final int DIGITS_MAX = 32;

    private Bodies() {}

    /** The object that the request brings; an empty one where it brings nothing. */
    static Json.Obj object(ServerRequest request) {
        byte[] bytes = bytes(request);
        if (bytes.length == 0) {
            return Json.Obj.EMPTY;
        }
        String type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
        if (!type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals("application/json")) {
            throw new Problem(415, "unsupported_media_type", "the body comes as application/json");
        }
        if (bytes.length > ByteBudget.FREE_BODY_BYTES) {
            Door.take(request, ByteBudget.decoding(bytes));
        }
        return object(bytes, Door.share(request)::decode);
    }

    /** The same where a field by another name is refused, so that one that is misspelt is not passed over. */
    static Json.Obj object(ServerRequest request, String... known) {
        Json.Obj body = object(request);
        List<String> names = List.of(known);
        body.fields().keySet().stream()
                .filter(each -> !names.contains(each))
                .findFirst()
                .ifPresent(each -> {
                    throw Problem.badRequest("there is no field '" + Door.printable(each) + "' here; known are "
                            + String.join(", ", names));
                });
        return body;
    }

    /** The object that these bytes are. */
    static Json.Obj object(byte[] bytes) {
        return object(bytes, JsonDecoder::decode);
    }

    /** Decodes a text. */
    private interface Decoder {
        Json decode(String text) throws JsonDecoder.NotJson;
    }

    private static Json.Obj object(byte[] bytes, Decoder decoder) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (decoder.decode(text) instanceof Json.Obj object) {
                return object;
            }
            throw Problem.badRequest("the body is a JSON object");
        } catch (CharacterCodingException e) {
            throw Problem.badRequest("the body is no UTF-8");
        } catch (JsonDecoder.NotJson e) {
            throw Problem.badRequest("the body is no JSON: " + e.getMessage());
        }
    }

    /** Nothing is answered while a body is waited for. */
    private static byte[] bytes(ServerRequest request) {
        SlowClients.Answered answered =
                request.context().get(SlowClients.Answered.class).orElseThrow();
        answered.set(request.socketId(), false);
        try {
            return whole(request);
        } finally {
            answered.set(request.socketId(), true);
        }
    }

    private static byte[] whole(ServerRequest request) {
        int bytesMax = request.context()
                .get(ServerSpec.Limits.class)
                .orElse(ServerSpec.Limits.DEFAULT)
                .bodyBytes();
        long length = request.headers().contentLength().orElse(0);
        if (length > bytesMax) {
            passOver(request);
            throw tooLarge(bytesMax);
        }
        byte[] bytes = request.content().hasEntity() ? read(request, bytesMax + 1) : new byte[0];
        if (bytes.length > bytesMax) {
            throw tooLarge(bytesMax);
        }
        return bytes;
    }

    /**
     * Takes memory as the body comes in. The stream is not closed: that would wait for the end of a body that may have none,
     * before anybody is answered.
     */
    private static byte[] read(ServerRequest request, int bytesMax) {
        InputStream body = request.content().inputStream();
        byte[] read = new byte[Math.min(bytesMax, ByteBudget.FREE_BODY_BYTES)];
        int length = 0;
        try {
            for (int some = 0; some >= 0 && length < bytesMax; length += Math.max(0, some)) {
                if (length == read.length) {
                    int size = (int) Math.min(bytesMax, 2L * read.length);
                    Door.take(request, size);
                    read = Arrays.copyOf(read, size);
                }
                some = body.read(read, length, read.length - length);
            }
        } catch (Problem refused) {
            passOver(request);
            throw refused;
        } catch (IOException | RuntimeException e) {
            throw Problem.broken("the body could not be read");
        }
        return Arrays.copyOf(read, length);
    }

    /** Who still writes does not read; so a body that is not much too large is taken in before its writer is refused. */
    private static void passOver(ServerRequest request) {
        try {
            if (!request.headers().contains(HeaderNames.EXPECT)) {
                request.content().inputStream().skipNBytes(PASSED_OVER_MAX);
            }
        } catch (IOException | RuntimeException e) {
            // It had less than that, or cannot be read; it is too large in any case.
        }
    }

    private static Problem tooLarge(int bytesMax) {
        return new Problem(413, "too_large", "a body has at most " + bytesMax + " bytes");
    }

    /** The words of a message, which are bounded because rules of language look through them. */
    static String message(Json.Obj body) {
        String text = text(body, "text");
        if (TextTooLong.is(text)) {
            throw Problem.textTooLong();
        }
        return text;
    }

    /** A text that a conversation records: what somebody has kept about themselves, or why an operator acts. */
    static String value(Json.Obj body, String field) {
        return bounded(
                body,
                field,
                VALUE_CHARS_MAX,
                most -> new Problem(413, "value_too_long", "'" + field + "' has at most " + most + " characters"));
    }

    private static String bounded(Json.Obj body, String field, int charactersMax, IntFunction<Problem> tooLong) {
        String text = text(body, field);
        if (text.length() > charactersMax) {
            throw tooLong.apply(charactersMax);
        }
        return text;
    }

    /** A text that has to be there. */
    static String text(Json.Obj body, String field) {
        if (!(body.get(field) instanceof Json.Str(String value)) || value.isBlank()) {
            throw Problem.badRequest("'" + field + "' is a text that is not empty");
        }
        return value;
    }

    static String optionalText(Json.Obj body, String field) {
        @Nullable Json found = body.get(field);
        if (found == null || found instanceof Json.Null) {
            return "";
        }
        if (found instanceof Json.Str(String value)) {
            return value;
        }
        throw Problem.badRequest("'" + field + "' is a text");
    }

    /** Checks that nothing stands in this field, or one of these words. */
    static void checkOptionalWord(Json.Obj body, String field, List<String> words) {
        boolean isWord = body.get(field) instanceof Json.Str(String value) && words.contains(value);
        if (body.has(field) && !isWord) {
            throw Problem.badRequest("'" + field + "' is one of " + String.join(", ", words));
        }
    }

    /** Checks that nothing stands in this field, or a number of a length that people write. Its range is for the rules to say. */
    static void checkOptionalNumber(Json.Obj body, String field) {
        @Nullable Json found = body.get(field);
        boolean isNumber = found instanceof Json.Num(BigDecimal value)
                && value.precision() <= DIGITS_MAX
                && Math.abs((long) value.scale()) <= DIGITS_MAX;
        if (found != null && !(found instanceof Json.Null) && !isNumber) {
            throw Problem.badRequest("'" + field + "' is a number with at most " + DIGITS_MAX + " digits, or null");
        }
    }

    /** What stands in this field; an empty object where nothing does. */
    static Json.Obj optionalObject(Json.Obj body, String field) {
        @Nullable Json found = body.get(field);
        if (found == null || found instanceof Json.Null) {
            return Json.Obj.EMPTY;
        }
        if (found instanceof Json.Obj object) {
            return object;
        }
        throw Problem.badRequest("'" + field + "' is an object");
    }

    static boolean flag(Json.Obj body, String field) {
        Boolean found = body.flag(field);
        if (found == null) {
            throw Problem.badRequest("'" + field + "' is true or false");
        }
        return found;
    }

    static boolean optionalFlag(Json.Obj body, String field) {
        return body.get(field) != null && flag(body, field);
    }
}
