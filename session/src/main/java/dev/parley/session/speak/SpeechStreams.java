package dev.parley.session.speak;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.stream.AccessibilityState;
import dev.parley.kernel.stream.ActiveOverride;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.Stream;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.StreamState;
import dev.parley.kernel.stream.Subject;
import dev.parley.session.port.Manner;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The streams of one conversation: one for each reply, and one that stands for the conversation's voice as a whole and is
 * there from the start. Every act on them is a request to the stream registrar, and only what it allows is heard.
 */
public final class SpeechStreams {
    private static final String VOICE = "voice";
    private static final String AGENT = "agent";
    private static final String SYSTEM = "system";

    private final Recorder recorder;
    private final LoopClock clock;
    private final VerdictRecorder verdicts;
    private final Registrar<Subject, StreamEvent> registrar;

    public SpeechStreams(Recorder recorder, LoopClock clock) {
        this.recorder = recorder;
        this.clock = clock;
        StreamRoom room = new StreamRoom(InterruptReading.MATRIX);
        this.verdicts = new VerdictRecorder(recorder, room.name(), Json.Obj.EMPTY.with("reading", "matrix"));
        this.registrar = new Registrar<>(room, verdicts);
    }

    /** The actor that stands for this person in requests. */
    public static String actor(String person) {
        return person.isEmpty() ? "user" : "user_" + person;
    }

    public void opened() {
        request(0, AGENT, VOICE, "CREATE", Json.Obj.EMPTY.with("session", recorder.conversation()));
    }

    /** Takes the streams of another runtime up; what it was saying, made or heard, has failed. */
    public void takeUp(List<Rune> recorded) {
        Map<String, Boolean> open = new LinkedHashMap<>();
        for (Verdict<Subject> verdict : verdicts.takeUp(registrar, recorded)) {
            if (verdict.state() instanceof Stream stream && !stream.name().equals(VOICE)) {
                boolean over =
                        stream.state() instanceof StreamState.Stopped || stream.state() instanceof StreamState.Failed;
                open.put(stream.name(), !over);
            }
        }
        open.forEach((stream, isOpen) -> {
            if (isOpen) {
                request(0, SYSTEM, stream, "FAIL", Json.Obj.EMPTY);
            }
            registrar.retire(stream);
        });
        if (registrar.view().state(VOICE) == null) {
            opened();
        }
    }

    public void closed() {
        request(0, SYSTEM, recorder.conversation(), "SESSION_END", Json.Obj.EMPTY);
    }

    /** A person changes how they want to be spoken to. A refusal is recorded like every verdict. */
    public void override(String action, Json.Obj parameters, String by) {
        request(0, actor(by), VOICE, action, parameters);
    }

    /** How replies are to be spoken from now on. */
    public Manner manner() {
        AccessibilityState override = ActiveOverride.of(registrar.view(), VOICE);
        if (override == null) {
            return Manner.NORMAL;
        }
        BigDecimal rate = override.speechRate();
        BigDecimal pauses = override.pauseAmplification();
        return new Manner(
                rate == null ? BigDecimal.ONE : rate,
                pauses == null ? BigDecimal.ONE : pauses,
                override.forcedCaptions());
    }

    void begun(long turn, long reply, boolean interruptible) {
        Json.Obj charter =
                Json.Obj.EMPTY.with("session", recorder.conversation()).with("interruptible", interruptible);
        request(turn, AGENT, name(reply), "CREATE", charter);
        request(turn, AGENT, name(reply), "START", Json.Obj.EMPTY);
        request(turn, AGENT, name(reply), "COMPILE", Json.Obj.EMPTY);
    }

    /** Whether the reply may be heard. */
    boolean mayPlay(long turn, long reply) {
        return request(turn, AGENT, name(reply), "PLAY", Json.Obj.EMPTY).isAllowed();
    }

    void ended(long turn, long reply) {
        request(turn, AGENT, name(reply), "STOP", Json.Obj.EMPTY);
        retire(reply);
    }

    /** Ends a reply before its time: by the person who interrupted it, else by the system. */
    void cut(long turn, long reply, boolean heard, Cut cut) {
        if (heard) {
            cutHeard(turn, reply, cut);
        } else {
            request(turn, SYSTEM, name(reply), "FAIL", Json.Obj.EMPTY);
        }
        retire(reply);
    }

    private void cutHeard(long turn, long reply, Cut cut) {
        switch (cut) {
            case Cut.ByPerson(String person) -> request(turn, actor(person), name(reply), "INTERRUPT", Json.Obj.EMPTY);
            case Cut.BySystem _ -> request(turn, SYSTEM, name(reply), "STOP", Json.Obj.EMPTY);
            case Cut.ByFailure _ -> request(turn, SYSTEM, name(reply), "FAIL", Json.Obj.EMPTY);
        }
    }

    /** A reply that is over is never named again: replies are numbered upwards. */
    private void retire(long reply) {
        if (registrar.view().state(name(reply)) instanceof Stream stream
                && (stream.state() instanceof StreamState.Stopped || stream.state() instanceof StreamState.Failed)) {
            registrar.retire(name(reply));
        }
    }

    private static String name(long reply) {
        return "reply:" + reply;
    }

    private Verdict<Subject> request(long turn, String actor, String target, String action, Json.Obj parameters) {
        verdicts.about(turn);
        return registrar.request(new Request(
                Instant.ofEpochMilli(clock.steadyMillis()).atOffset(ZoneOffset.UTC),
                actor,
                target,
                action,
                parameters));
    }
}
