package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.media.G711;
import org.jspecify.annotations.Nullable;

/** How sound is written in events. */
enum AudioFormat {
    PCM("audio/pcm", 24_000),
    MU_LAW("audio/pcmu", G711.RATE_HZ),
    A_LAW("audio/pcma", G711.RATE_HZ);

    private final String type;
    private final int rateHz;

    AudioFormat(String type, int rateHz) {
        this.type = type;
        this.rateHz = rateHz;
    }

    /** The telephone's code, or null for samples as they are. */
    private @Nullable G711 code() {
        return switch (this) {
            case PCM -> null;
            case MU_LAW -> G711.MU_LAW;
            case A_LAW -> G711.A_LAW;
        };
    }

    int rateHz() {
        return rateHz;
    }

    static AudioFormat of(@Nullable Json given, String param) throws BadEvent {
        if (given instanceof Json.Obj format) {
            for (AudioFormat each : values()) {
                if (each.type.equals(format.text("type")) && each.hasRate(format)) {
                    return each;
                }
            }
        }
        throw BadEvent.value(param, "a format is audio/pcm with a rate of 24000, audio/pcmu or audio/pcma");
    }

    private boolean hasRate(Json.Obj format) {
        return format.number("rate") == null || Json.of(rateHz).equals(format.get("rate"));
    }

    Json.Obj json() {
        Json.Obj format = Json.Obj.EMPTY.with("type", type);
        return this == PCM ? format.with("rate", rateHz) : format;
    }

    /** What was sent as 16-bit samples, least significant byte first. */
    byte[] samples(byte[] sent) {
        G711 code = code();
        if (code == null) {
            return sent;
        }
        byte[] pcm = new byte[2 * sent.length];
        for (int i = 0; i < sent.length; i++) {
            short sample = code.decode(sent[i]);
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
        return pcm;
    }

    /** These samples as they are sent. */
    byte[] written(short[] samples) {
        G711 code = code();
        byte[] sent = new byte[code == null ? 2 * samples.length : samples.length];
        for (int i = 0; i < samples.length; i++) {
            if (code == null) {
                sent[2 * i] = (byte) samples[i];
                sent[2 * i + 1] = (byte) (samples[i] >> 8);
            } else {
                sent[i] = code.encode(samples[i]);
            }
        }
        return sent;
    }
}
