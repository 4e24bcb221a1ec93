package dev.parley.kernel.rune;

import static dev.parley.kernel.rune.RuneEnvelope.NO_MEDIA_TIME;

import dev.parley.kernel.json.Json;

/**
 * The canonical encoding of a rune, version 1. It begins with the identity (encoding version, conversation, event id);
 * then schema version, lane and visibility, a bit set of the fields that are present, the kind, those fields in the order
 * of their bits, and the payload. Numbers are LEB128, texts are UTF-8 after their length.
 */
public final class RuneCodec {
    /** The newest version of this encoding. A rune of a newer one is refused by name. */
    public static final int VERSION = 1;

    private static final int TURN = 1;
    private static final int AGENT = 1 << 1;
    private static final int PARENT = 1 << 2;
    private static final int KEY = 1 << 3;
    private static final int CALL = 1 << 4;
    private static final int EPOCH = 1 << 5;
    private static final int MONOTONIC = 1 << 6;
    private static final int WALL = 1 << 7;
    private static final int MEDIA = 1 << 8;
    private static final int PIPELINE = 1 << 9;
    private static final int PLACE = 1 << 10;
    private static final int TRANSPORT = 1 << 11;
    private static final int RUNTIME = 1 << 12;

    private RuneCodec() {}

    /** What stands before the payload, and where the payload begins. */
    record Opened(RuneEnvelope envelope, int payloadAt) {}

    /** Writes the canonical bytes of a draft that becomes this event, and answers how many of them are the identity. */
    public static int write(RuneDraft draft, long eventId, ByteSink out) {
        if (eventId < 1) {
            throw new IllegalArgumentException("Event ids count from 1, not " + eventId + ".");
        }
        RuneEnvelope e = draft.envelope();
        int start = out.length();
        out.put(VERSION);
        out.text(e.conversation());
        out.varint(eventId);
        int identity = out.length() - start;
        out.varint(e.schemaVersion());
        out.put(e.lane().code() | e.visibility().code() << 2);
        int present = presence(e);
        out.varint(present);
        out.text(e.kind());
        fields(e, present, out);
        PayloadCodec.write(draft.payload(), out, 0);
        return identity;
    }

    /** The beginning of the identity that all runes of one conversation share. */
    public static byte[] identityPrefix(String conversation) {
        ByteSink out = new ByteSink();
        out.put(VERSION);
        out.text(conversation);
        return out.copy();
    }

    /** The event id of the rune whose canonical bytes begin here. */
    public static long eventId(byte[] canonical, int from) {
        return identity(canonical, from).varint();
    }

    /** The conversation of the rune whose canonical bytes begin here. */
    public static String conversation(byte[] canonical, int from) {
        return new ByteSource(canonical, from + 1, canonical.length).text();
    }

    private static ByteSource identity(byte[] canonical, int from) {
        ByteSource in = new ByteSource(canonical, from, canonical.length);
        int version = in.get();
        if (version != VERSION) {
            throw new IllegalArgumentException("A rune of encoding version " + version
                    + " cannot be read by a reader of version " + VERSION + ".");
        }
        in.skip(in.count());
        return in;
    }

    private static int presence(RuneEnvelope e) {
        return (e.turn() != 0 ? TURN : 0)
                | (e.agent().isEmpty() ? 0 : AGENT)
                | (e.causalParent() != 0 ? PARENT : 0)
                | (e.idempotencyKey().isEmpty() ? 0 : KEY)
                | (e.providerCall().isEmpty() ? 0 : CALL)
                | (e.leaseEpoch() != 0 ? EPOCH : 0)
                | (e.monotonicNanos() != 0 ? MONOTONIC : 0)
                | (e.wallMillis() != 0 ? WALL : 0)
                | (e.mediaMicros() != NO_MEDIA_TIME ? MEDIA : 0)
                | (e.pipelineVersion().isEmpty() ? 0 : PIPELINE)
                | (e.place().isEmpty() ? 0 : PLACE)
                | (e.transportSequence() != 0 ? TRANSPORT : 0)
                | (e.runtimeSequence() != 0 ? RUNTIME : 0);
    }

    private static void fields(RuneEnvelope e, int present, ByteSink out) {
        number(present & TURN, e.turn(), out);
        text(present & AGENT, e.agent(), out);
        number(present & PARENT, e.causalParent(), out);
        text(present & KEY, e.idempotencyKey(), out);
        text(present & CALL, e.providerCall(), out);
        number(present & EPOCH, e.leaseEpoch(), out);
        number(present & MONOTONIC, e.monotonicNanos(), out);
        number(present & WALL, e.wallMillis(), out);
        number(present & MEDIA, e.mediaMicros(), out);
        text(present & PIPELINE, e.pipelineVersion(), out);
        text(present & PLACE, e.place(), out);
        number(present & TRANSPORT, e.transportSequence(), out);
        number(present & RUNTIME, e.runtimeSequence(), out);
    }

    private static void number(int present, long value, ByteSink out) {
        if (present != 0) {
            out.signed(value);
        }
    }

    private static void text(int present, String value, ByteSink out) {
        if (present != 0) {
            out.text(value);
        }
    }

    static Opened open(byte[] bytes, int from, int end) {
        ByteSource in = new ByteSource(bytes, from, end);
        in.get();
        String conversation = in.name();
        in.varint();
        int schema = (int) in.varint();
        int mix = in.get();
        int present = (int) in.varint();
        String kind = in.name();
        RuneEnvelope envelope = new RuneEnvelope(
                conversation,
                kind,
                lane(mix & 3),
                visibility(mix >> 2 & 3),
                number(present & TURN, in),
                text(present & AGENT, in),
                number(present & PARENT, in),
                text(present & KEY, in),
                text(present & CALL, in),
                number(present & EPOCH, in),
                number(present & MONOTONIC, in),
                number(present & WALL, in),
                (present & MEDIA) == 0 ? NO_MEDIA_TIME : in.signed(),
                schema,
                text(present & PIPELINE, in),
                text(present & PLACE, in),
                number(present & TRANSPORT, in),
                number(present & RUNTIME, in));
        return new Opened(envelope, in.position());
    }

    private static Lane lane(int code) {
        return switch (code) {
            case 0 -> Lane.DATA;
            case 1 -> Lane.CONTROL;
            case 2 -> Lane.TELEMETRY;
            default -> throw ByteSource.damaged("unknown lane " + code);
        };
    }

    /** An unknown visibility is secret (ruling E3). */
    private static Visibility visibility(int code) {
        return switch (code) {
            case 0 -> Visibility.PUBLIC;
            case 1 -> Visibility.INTERNAL;
            default -> Visibility.SECRET;
        };
    }

    private static long number(int present, ByteSource in) {
        return present == 0 ? 0 : in.signed();
    }

    private static String text(int present, ByteSource in) {
        return present == 0 ? "" : in.name();
    }

    static Json.Obj payload(byte[] bytes, int from, int end) {
        ByteSource in = new ByteSource(bytes, from, end);
        if (PayloadCodec.read(in, 0) instanceof Json.Obj obj && in.isAtEnd()) {
            return obj;
        }
        throw ByteSource.damaged("the payload is not one object");
    }
}
