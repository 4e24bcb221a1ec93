package dev.parley.transport;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** What Twilio says over the socket of a Media Stream. Its numbers are texts, and the id of the stream may be missing. */
sealed interface TwilioMessage {
    /** The socket is open. */
    record Connected() implements TwilioMessage {}

    /** The call begins. */
    record Start(String stream, String call, String encoding) implements TwilioMessage {}

    /** Sound of the person who calls. */
    final class Media implements TwilioMessage {
        private final long timestampMs;
        private final byte[] codes;

        private Media(long timestampMs, byte[] codes) {
            this.timestampMs = timestampMs;
            this.codes = codes;
        }

        /** Where on the call's time it begins, or -1 if that is not said. */
        long timestampMs() {
            return timestampMs;
        }

        byte[] codes() {
            return codes;
        }
    }

    /** Everything before this mark was played, or dropped by a clear. */
    record Mark(String name) implements TwilioMessage {}

    record Key(String digit) implements TwilioMessage {}

    /** The call is over. */
    record Stop() implements TwilioMessage {}

    /** Something that is not for us. */
    record Other() implements TwilioMessage {}

    /**
     * Reads a message.
     *
     * @throws Problem for what is none
     */
    static TwilioMessage decode(String text) {
        try {
            if (JsonDecoder.decode(text) instanceof Json.Obj message && message.text("event") != null) {
                return decode(message);
            }
        } catch (JsonDecoder.NotJson e) {
            throw Problem.badRequest("a message is JSON: " + e.getMessage());
        }
        throw Problem.badRequest("a message is a JSON object with an 'event'");
    }

    private static TwilioMessage decode(Json.Obj message) {
        return switch (String.valueOf(message.text("event"))) {
            case "connected" -> new Connected();
            case "start" -> start(message, part(message, "start"));
            case "media" -> media(part(message, "media"));
            case "mark" -> new Mark(text(part(message, "mark"), "name"));
            case "dtmf" -> new Key(text(part(message, "dtmf"), "digit"));
            case "stop" -> new Stop();
            default -> new Other();
        };
    }

    private static Start start(Json.Obj message, Json.Obj start) {
        String stream = text(start, "streamSid");
        String encoding = start.get("mediaFormat") instanceof Json.Obj format ? text(format, "encoding") : "";
        return new Start(
                stream.isEmpty() ? text(message, "streamSid") : stream,
                text(start, "callSid"),
                encoding.isEmpty() ? TwilioSpeech.ENCODING : encoding);
    }

    private static TwilioMessage media(Json.Obj media) {
        String track = text(media, "track");
        if (!track.isEmpty() && !track.equals("inbound")) {
            return new Other();
        }
        try {
            return new Media(
                    number(text(media, "timestamp")), Base64.getDecoder().decode(text(media, "payload")));
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest("'payload' is base64");
        }
    }

    private static long number(String digits) {
        try {
            return digits.isEmpty() ? -1 : Math.max(-1, Long.parseLong(digits));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static Json.Obj part(Json.Obj message, String name) {
        return message.get(name) instanceof Json.Obj part ? part : Json.Obj.EMPTY;
    }

    private static String text(Json.Obj part, String name) {
        @Nullable Json found = part.get(name);
        return switch (found) {
            case Json.Str(String value) -> value;
            case Json.Num number -> number.text();
            case null, default -> "";
        };
    }
}
