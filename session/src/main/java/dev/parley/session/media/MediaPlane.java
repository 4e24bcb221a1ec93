package dev.parley.session.media;

import dev.parley.kernel.event.PipelineEvents.MediaGapDetected;
import dev.parley.kernel.event.PipelineEvents.MediaNoteRecorded;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.node.Node;
import dev.parley.pipeline.node.StateHandle;
import dev.parley.pipeline.plan.ResolvedTurnPlan;
import dev.parley.pipeline.run.PipelineRun;
import dev.parley.pipeline.run.RunNote;
import dev.parley.pipeline.run.RunPorts;
import dev.parley.pipeline.time.JitterBuffer;
import dev.parley.pipeline.time.Timebase;
import dev.parley.provider.AudioFrame;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.listen.Ear;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink.Track;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Output;
import dev.parley.session.time.LoopClock;
import dev.parley.state.Voices;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one conversation, both ways, in its seat. They go through the part of the plan in force that carries audio:
 * from the door over jitter buffer, voice detector and gate to the recogniser, and from the synthesis at its pace to the
 * channel. What is found in them goes to the loop as events; the loop says what is spoken, and when to be silent.
 */
public final class MediaPlane {
    private static final int JITTER_FRAMES = 5;
    private static final long JITTER_MS = 60;

    /** A hole up to this long is filled with silence; a longer one is a jump. */
    private static final long FILLED_FRAMES_MAX = 50;

    private static final long FRAME_MICROS = Frame.MS * 1_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** After so long without a frame whoever was heard before has fallen silent. */
    private static final long QUIET_NANOS = 5_000_000_000L;

    private static final long NEVER = Long.MAX_VALUE;

    private final MediaPorts ports;
    private final Parts parts;
    private final AudioChannel channel;
    private final FramePool pool = new FramePool();
    private final JitterBuffer<Frame> jitter = new JitterBuffer<>(JITTER_FRAMES, JITTER_MS);
    private final VoiceGate gate;
    private final FrameOutput output;
    private @Nullable Ear ear;
    private final PipelineRun run;
    private String microphone = "";
    private String voice = "";
    private long epoch;
    private long heardMicros;
    private boolean anchored;
    private long anchorNanos;
    private long spoken;
    private long lastUtterance;
    private String utterance = "";
    private boolean refused;
    private boolean over;
    private long quietAtNanos = NEVER;

    /**
     * What a plane shares with its loop.
     *
     * @param door takes events in on the loop
     * @param loop runs something on the loop, after whatever it does now
     * @param mayAct whether a frame may leave now (ruling D7)
     * @param mayKeep whether sound may be kept at this moment (ruling D5)
     */
    public record Parts(
            LoopClock clock,
            Timebase timebase,
            Recorder recorder,
            ProviderDesk desk,
            StateHandle state,
            long vadSilenceMs,
            Consumer<SessionEvent> door,
            Executor loop,
            BooleanSupplier mayAct,
            BooleanSupplier mayKeep) {}

    /** @param plan the plan whose audio part runs until another one of the same graph is in force */
    public MediaPlane(MediaPorts ports, Parts parts, ResolvedTurnPlan plan) {
        this.ports = ports;
        this.parts = parts;
        this.channel = ports.channel();
        this.gate = new VoiceGate(parts.desk, parts.recorder, pool, parts.vadSilenceMs, new Found());
        this.output = new FrameOutput(channel, parts.clock, new Outgoing());
        this.run = start(plan);
    }

    /** Where the person's words go. */
    public void attach(Ear newEar) {
        ear = newEar;
        newEar.attend(gate);
    }

    public Output output() {
        return output;
    }

    /** From now on this plan is in force; the run of its graph goes on under it. */
    public void use(ResolvedTurnPlan plan) {
        run.under(plan);
        epoch = plan.inputs().epoch();
    }

    /** Where on the media line this moment lies, or {@link RuneEnvelope#NO_MEDIA_TIME} before the first frame. */
    public long mediaMicros() {
        if (!anchored) {
            return RuneEnvelope.NO_MEDIA_TIME;
        }
        return Math.max(heardMicros, (parts.clock.runtimeNanos() - anchorNanos) / NANOS_PER_MICRO);
    }

    // --- in the seat

    /** Takes in what came, hands out what is due, and says when to look again. */
    public void run(long nowNanos) {
        if (over) {
            return;
        }
        takeIn(nowNanos);
        if (jitter.size() > 0) {
            hear(nowNanos);
        }
        if (nowNanos >= quietAtNanos) {
            fellSilent();
        }
        wakeAt(Math.min(Math.min(output.pace(nowNanos), jitter.nextNanos()), quietAtNanos));
        tellNotes();
    }

    /** Once, until the next frame. Whoever is gone, or has the words shown to them, is not silent. */
    private void fellSilent() {
        quietAtNanos = NEVER;
        if (channel.isThere()) {
            parts.door.accept(new SessionEvent.FellSilent());
        }
    }

    /**
     * One ringful at most; a frame that came meanwhile has woken the seat again. A client may send faster than anybody speaks, and
     * the loop must take in what the detector says of these frames before the next ones push the beginning of a sentence out of
     * the gate.
     */
    private void takeIn(long nowNanos) {
        FrameDoor door = ports.door();
        Frame frame = door.take(pool);
        if (frame == null) {
            return;
        }
        quietAtNanos = nowNanos + QUIET_NANOS;
        for (int taken = 1; frame != null; taken++) {
            if (!jitter.offer(frame.sequence, frame, nowNanos)) {
                pool.give(frame);
            }
            hear(nowNanos);
            frame = taken < FrameDoor.SLOTS ? door.take(pool) : null;
        }
        door.tellRoom();
    }

    private void wakeAt(long nanos) {
        if (nanos != NEVER) {
            ports.wakeAt().accept(nanos);
        }
    }

    private void hear(long nowNanos) {
        for (Frame frame = jitter.poll(nowNanos); frame != null; frame = jitter.poll(nowNanos)) {
            anchor(nowNanos);
            long missing = jitter.takeMissing();
            if (missing > 0) {
                fill(missing, nowNanos);
            }
            listen(frame, nowNanos);
        }
    }

    private void anchor(long nowNanos) {
        if (!anchored) {
            anchored = true;
            anchorNanos = nowNanos;
        }
    }

    /** What never came was silence, so that time goes on as it was counted at the other end. */
    private void fill(long missing, long nowNanos) {
        parts.loop.execute(() -> parts.recorder.offer(new MediaGapDetected(missing), 0));
        if (missing > FILLED_FRAMES_MAX) {
            heardMicros += missing * FRAME_MICROS;
            return;
        }
        for (long i = 0; i < missing; i++) {
            Frame silent = pool.take();
            Arrays.fill(silent.pcm, (byte) 0);
            silent.voiced = Frame.Voiced.DETECTED;
            listen(silent, nowNanos);
        }
    }

    private void listen(Frame frame, long nowNanos) {
        frame.place(Frame.HEARD, frame.sequence, heardMicros, epoch());
        heardMicros += FRAME_MICROS;
        if (parts.mayKeep.getAsBoolean()) {
            ports.kept().keep(Track.PERSON, frame.mediaMicros, frame.pcm);
        }
        run.offer(microphone, frame, nowNanos);
        run.run(nowNanos);
        gate.settle();
    }

    private long epoch() {
        long current = parts.recorder.epoch();
        if (current != epoch) {
            epoch = current;
            run.rotate(current);
        }
        return epoch;
    }

    private void tellNotes() {
        for (RunNote note : run.drainNotes()) {
            switch (note) {
                case RunNote.Pressure(var signal) ->
                    parts.loop.execute(() -> EdgeReporter.tell(parts.recorder, signal, 0));
                case RunNote.NodeFailed(String node, String reason) ->
                    throw new IllegalStateException("the node " + node + " failed: " + reason);
                default -> parts.loop.execute(() -> parts.recorder.offer(new MediaNoteRecorded(note.toString()), 0));
            }
        }
    }

    /** The conversation is over here: nothing is heard or said any more. */
    public void close() {
        if (!over) {
            over = true;
            ports.door().close();
            output.silence();
            gate.close();
        }
    }

    // --- the run

    private PipelineRun start(ResolvedTurnPlan plan) {
        Map<String, Node> nodes = new LinkedHashMap<>();
        GraphDefinition audio = plan.graph().carrying("audio.");
        boolean detects =
                audio.nodes().values().stream().anyMatch(vertex -> type(vertex).equals("vad"));
        audio.nodes().forEach((id, vertex) -> nodes.put(id, node(id, vertex, detects)));
        epoch = plan.inputs().epoch();
        return PipelineRun.carry(
                plan,
                "audio.",
                nodes,
                new RunPorts(parts.timebase, parts.desk.scope(), parts.state, () -> {}),
                parts.clock.runtimeNanos());
    }

    private static String type(Vertex vertex) {
        return vertex.declaration().type();
    }

    private Node node(String id, Vertex vertex, boolean detects) {
        return switch (type(vertex)) {
            case "microphone" -> {
                microphone = id;
                yield new MediaNode(vertex.declaration(), (frame, context) -> {});
            }
            case "vad" ->
                new MediaNode(vertex.declaration(), (frame, context) -> {
                    gate.detect(frame);
                    context.emit(frame);
                });
            case "stt" ->
                new MediaNode(vertex.declaration(), (frame, context) -> {
                    if (!detects) {
                        gate.detect(frame);
                    }
                    gate.take(frame);
                });
            case "tts" -> {
                voice = id;
                yield new MediaNode(vertex.declaration(), (frame, context) -> {});
            }
            case "playback" -> new MediaNode(vertex.declaration(), (frame, context) -> play(frame));
            default -> throw new IllegalArgumentException("no node of type " + type(vertex) + " carries audio here");
        };
    }

    private void play(Frame frame) {
        refused = !channel.play(frame.pcm, frame.mediaMicros);
        if (!refused && parts.mayKeep.getAsBoolean()) {
            ports.kept().keep(Track.AGENT, frame.mediaMicros, frame.pcm);
        }
        pool.give(frame);
    }

    /** Utterances on their way to the loop. */
    private final class Found implements VoiceGate.Utterances {
        @Override
        public void execute(Runnable action) {
            parts.loop.execute(action);
        }

        @Override
        public void began(long fromMicros, long agoMs) {
            utterance = Voices.name(epoch, ++lastUtterance);
            parts.door.accept(new SessionEvent.VoiceBegan(
                    utterance, VoiceKind.SPEECH, channel.speaker(), new SessionEvent.Heard(agoMs, fromMicros)));
        }

        @Override
        public void heard(AudioFrame frame) {
            if (ear != null) {
                ear.feed(utterance, frame);
            }
        }

        @Override
        public void paused() {
            String paused = utterance;
            parts.loop.execute(() -> {
                if (ear != null) {
                    ear.paused(paused);
                }
            });
        }

        @Override
        public void wentOn() {
            if (ear != null) {
                ear.wentOn(utterance);
            }
        }

        @Override
        public void ended(long toMicros, long agoMs) {
            parts.door.accept(new SessionEvent.VoiceEnded(utterance, new SessionEvent.Heard(agoMs, toMicros)));
        }
    }

    /** Speech on its way through the run to the channel. */
    private final class Outgoing implements FrameOutput.Sending {
        @Override
        public Frame empty() {
            return pool.take();
        }

        @Override
        public long mediaMicros() {
            anchor(parts.clock.runtimeNanos());
            return MediaPlane.this.mediaMicros();
        }

        @Override
        public boolean send(Frame frame, long mediaMicros) {
            long now = parts.clock.runtimeNanos();
            if (!parts.mayAct.getAsBoolean()) {
                pool.give(frame);
                return false;
            }
            frame.place(Frame.SPOKEN, ++spoken, mediaMicros, epoch());
            refused = false;
            run.offer(voice, frame, now);
            run.run(now);
            return !refused;
        }

        @Override
        public void execute(Runnable action) {
            parts.loop.execute(action);
        }

        @Override
        public void wakeAt(long nanos) {
            MediaPlane.this.wakeAt(nanos);
        }

        @Override
        public void flush() {
            run.bargeIn(parts.clock.runtimeNanos());
        }
    }
}
