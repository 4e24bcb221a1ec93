package dev.parley.session.listen;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.SpeechEvents.SpeechRejected;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.PartialTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.event.Masked;
import dev.parley.session.event.SessionEvent.Heard;
import dev.parley.session.event.SessionEvent.VoiceBegan;
import dev.parley.session.port.People;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import dev.parley.state.CountedWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows every voice and gathers the words that are in no turn yet. All people count as one: the end of a turn of
 * speech is reached when nobody speaks, silence and endpointing have lasted, and every transcript is final. Speech that
 * begins before that starts the wait again and its words join; noise does neither.
 */
public final class Ear implements Voices {
    private static final long NEVER = -1;

    private Settings settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final ProviderDesk desk;
    private final BooleanSupplier audible;
    private VoiceSource source = VoiceSource.EVENTS;
    private final People people;
    private final Hearing hearing;
    private final Map<String, Segment> voiced = new LinkedHashMap<>();
    private final Map<Segment, ProviderDesk.Ticket> transcribing = new LinkedHashMap<>();
    private final EdgeReporter edges;
    private final WaitingWords waiting;
    private final EndOfTurn end;
    private @Nullable Timer silence;
    private long endedAtMs;
    private long silenceDueMs;
    private boolean silenceLasted;
    private long tooLateAtMs = NEVER;

    public Ear(
            Settings settings,
            LoopClock clock,
            Recorder recorder,
            ProviderDesk desk,
            BufferSpec wordsIn,
            BooleanSupplier audible,
            People people,
            Hearing hearing) {
        this.people = people;
        this.settings = settings;
        this.clock = clock;
        this.recorder = recorder;
        this.desk = desk;
        this.edges = new EdgeReporter(recorder);
        this.waiting = new WaitingWords(wordsIn, clock, edges);
        this.audible = audible;
        this.hearing = hearing;
        this.end = new EndOfTurn(desk, clock, recorder, this::judged);
    }

    /** Whoever has finished for certain need not be silent any longer. */
    private void judged() {
        if (end.isCertain() && !nobodySpeaks()) {
            source.endVoice();
        }
        if (end.isCertain() && silence != null) {
            silence.cancel();
            silenceLasted();
        } else {
            answerWhoFinished();
        }
    }

    private void answerWhoFinished() {
        if (isFinished()) {
            hearing.personFinished();
        }
    }

    /** From now on voices come from there, and one takes the floor only while it can be heard at that very moment. */
    public void attend(VoiceSource newSource) {
        source = newSource;
    }

    /** Listens as these settings say from now on. */
    public void listen(Settings changed) {
        settings = changed;
        source.waitFor(changed.hearing().vadSilenceMs());
    }

    /** The next sound of this segment, for whoever writes it down. */
    public void feed(String id, AudioFrame frame) {
        Segment segment = voiced.get(id);
        ProviderDesk.Ticket ticket = segment == null ? null : transcribing.get(segment);
        if (ticket != null) {
            ticket.feed(frame);
            end.heard(frame);
        }
    }

    /** The voice of this segment has paused, and may go on. */
    public void paused(String id) {
        Segment segment = voiced.get(id);
        if (segment != null && !source.isVoiced() && audible.getAsBoolean() && !segment.isLost()) {
            recorder.because(segment.cause);
            end.paused(Said.joined(waiting.all()));
        }
    }

    /** The voice of this segment goes on after a pause. */
    public void wentOn(String id) {
        end.forget();
        Segment segment = voiced.get(id);
        if (segment != null && segment.isPatient()) {
            recorder.because(segment.cause);
            lasted(segment);
        }
    }

    /** A voice that begins when the silence has just lasted long enough comes too late to join the words before it. */
    public void began(VoiceBegan event) {
        long beganAtMs = clock.nowMs() - event.heard().agoMs();
        if (silence != null && silenceDueMs <= beganAtMs) {
            silence.cancel();
            silenceLasted();
        }
        Segment segment = new Segment(event.segment(), event.kind(), event.by(), beganAtMs);
        Long began = event.heard().agoMs() == 0 ? null : beganAtMs;
        segment.cause = heard(new VoiceSegmentStarted(segment.described(), began), event.heard())
                .eventId();
        voiced.put(segment.id(), segment);
        if (segment.isSpeech()) {
            transcribe(segment);
        }
        if (segment.isSpeech() && audible.getAsBoolean()) {
            tooLateAtMs = silenceLasted ? clock.nowMs() : NEVER;
            stopWaiting();
            end.forget();
            hearing.wordsChanged();
        }
        segment.patience =
                clock.at(beganAtMs + settings.hearing().interruptAfterMs(), Rank.TIMER, () -> lasted(segment));
    }

    private Rune heard(Event event, Heard heard) {
        return heard.mediaMicros() == RuneEnvelope.NO_MEDIA_TIME
                ? recorder.write(event, 0)
                : recorder.write(event, 0, heard.mediaMicros());
    }

    private void transcribe(Segment segment) {
        ProviderRequest request =
                new ProviderRequest.Transcribe(segment.id(), EndOfTurn.LANGUAGE, EndOfTurn.SAMPLE_RATE_HZ, true);
        transcribing.put(segment, desk.ask(request, 0, 0, new Transcript(segment, this)));
    }

    /** What was recognised so far: enough to stop, or to know that nobody wants the floor. */
    void guessed(Segment segment, String text) {
        boolean stops = isStop(segment, text);
        String masked = people.takePins(text, People.Uttered.PARTLY).text();
        recorder.offer(new PartialTranscriptReceived(segment.described(), masked), 0);
        if (stops) {
            segment.stopped = true;
            hearing.stopHeard(segment);
            waitForSilence();
            return;
        }
        boolean onlyListened = segment.backchannel;
        segment.backchannel = settings.cues().isBackchannel(text);
        long lastedMs = clock.nowMs() - segment.beganAtMs();
        if (onlyListened
                && !segment.backchannel
                && lastedMs >= settings.hearing().interruptAfterMs()) {
            lasted(segment);
        }
    }

    /** Whether somebody says stop now. If so the output falls silent before anything is recorded (ruling X9). */
    private boolean isStop(Segment segment, String text) {
        boolean stops = !segment.stopped && settings.cues().stops(text);
        if (stops) {
            hearing.hush();
        }
        return stops;
    }

    private void lasted(Segment segment) {
        if (segment.backchannel) {
            return;
        }
        if (voiced.containsKey(segment.id()) && audible.getAsBoolean() && !segment.isLost()) {
            segment.patient(!source.isVoiced());
            if (!segment.isPatient()) {
                hearing.voiceLasted(segment);
            }
        }
    }

    public void ended(String id, Heard heard) {
        Segment segment = voiced.get(id);
        if (segment == null) {
            return;
        }
        recorder.because(segment.cause);
        if (segment.isNoiseOf(settings.hearing().interruptAfterMs(), clock.nowMs())) {
            lasted(segment);
        }
        voiced.remove(id);
        if (segment.patience != null) {
            segment.patience.cancel();
        }
        // Sound that comes faster than it was spoken would turn the order of two utterances round.
        endedAtMs = Math.max(endedAtMs, clock.nowMs() - heard.agoMs());
        segment.endedAtMs = endedAtMs;
        ProviderDesk.Ticket ticket = transcribing.get(segment);
        if (ticket != null) {
            ticket.finishInput();
        }
        heard(new VoiceSegmentEnded(segment.described()), heard);
        hearing.voiceStopped(segment);
        if (segment.isSpeech()) {
            judge(segment);
            waitForSilence();
        }
    }

    /** What was said while nothing reaches us is lost; it is the end of the segment that counts. */
    private void judge(Segment segment) {
        if (segment.isLost()) {
            hearing.wordsLost(segment);
        } else if (audible.getAsBoolean()) {
            silenceDueMs = segment.endedAtMs
                    + (end.isCertain() ? 0 : settings.hearing().silenceMs());
        } else {
            lose(segment);
        }
    }

    /**
     * Somebody spoke and nobody can be sure what they said: it is asked again, and never guessed. Only what may have been a stop
     * is one: to fall silent for nothing does less harm than to go on.
     */
    void reject(Segment segment, int confidencePermille, List<String> nearest) {
        boolean stops = hearing.isAnswering() && nearest.stream().anyMatch(each -> isStop(segment, each));
        release(segment);
        segment.markLost();
        recorder.write(new SpeechRejected(segment.described(), confidencePermille), 0);
        recorder.write(new VoiceSegmentLost(segment.described()), 0);
        if (stops) {
            hearing.stopHeard(segment);
        } else {
            hearing.notUnderstood(segment);
        }
        waitForSilence();
    }

    private void release(Segment segment) {
        ProviderDesk.Ticket ticket = transcribing.remove(segment);
        if (ticket != null) {
            ticket.release();
        }
    }

    void lose(Segment segment) {
        ProviderDesk.Ticket ticket = transcribing.remove(segment);
        if (ticket != null) {
            ticket.cancel();
        }
        segment.markLost();
        recorder.write(new VoiceSegmentLost(segment.described()), 0);
        if (!voiced.containsKey(segment.id())) {
            hearing.wordsLost(segment);
            waitForSilence();
        }
    }

    void heardTooMuch() {
        edges.overflowed("stt");
    }

    void transcribed(Segment segment, String spoken, boolean whole) {
        boolean stops = isStop(segment, spoken);
        Masked words = people.takePins(spoken, People.Uttered.WHOLLY);
        String text = words.text();
        release(segment);
        Rune known = recorder.write(new FinalTranscriptReceived(segment.described(), text), 0);
        if (!stops && settings.cues().isBackchannel(text) && !hearing.answers(text, segment.by())) {
            hearing.backchannelHeard(segment);
            wordsMayBeComplete();
            return;
        }
        if (segment.stopped) {
            hearing.keepUnanswered(said(segment, words, known));
            wordsMayBeComplete();
            return;
        }
        end.saidWholly(whole && waiting.isEmpty());
        waiting.add(said(segment, words, known));
        if (stops) {
            hearing.stopHeard(segment);
            waitForSilence();
            return;
        }
        hearing.wordsArrived(segment);
        if (nobodySpeaks() && transcribing.isEmpty()) {
            hearing.wordsKnown();
        }
        answerWhoFinished();
    }

    private Said said(Segment segment, Masked words, Rune known) {
        return new Said(
                words,
                segment.by(),
                segment.beganAtMs(),
                segment.endedAtMs,
                recorder.cause(),
                List.of(known.eventId()));
    }

    /** This segment added nothing to the words that wait. */
    private void wordsMayBeComplete() {
        if (!waiting.isEmpty() && nobodySpeaks() && transcribing.isEmpty()) {
            hearing.wordsKnown();
        }
        answerWhoFinished();
    }

    private void stopWaiting() {
        silenceLasted = false;
        if (silence != null) {
            silence.cancel();
            silence = null;
        }
    }

    private void waitForSilence() {
        stopWaiting();
        if (nobodySpeaks() && (!waiting.isEmpty() || !transcribing.isEmpty())) {
            silence = clock.at(silenceDueMs, Rank.TIMER, this::silenceLasted);
        }
    }

    private void silenceLasted() {
        silence = null;
        silenceLasted = true;
        answerWhoFinished();
    }

    private boolean nobodySpeaks() {
        return voiced.values().stream().noneMatch(Segment::isSpeech);
    }

    @Override
    public boolean isAnyoneVoiced() {
        return audible.getAsBoolean() && voiced.values().stream().anyMatch(segment -> !segment.backchannel);
    }

    @Override
    public boolean areWordsComing() {
        return transcribing.keySet().stream()
                .anyMatch(segment -> !voiced.containsKey(segment.id()) && !segment.backchannel);
    }

    /**
     * Whether there are words, all of them known, after which the silence has lasted. A voice that began in this very
     * moment came too late to join them, also where it is a transcript that they waited for.
     */
    public boolean isFinished() {
        return isSilent() && end.agrees(Said.joined(waiting.all()));
    }

    private boolean isSilent() {
        if (waiting.isEmpty() || silenceLasted) {
            return !waiting.isEmpty() && transcribing.isEmpty();
        }
        long now = clock.nowMs();
        return tooLateAtMs == now && transcribing.keySet().stream().allMatch(segment -> segment.beganAtMs() == now);
    }

    /** Whether nobody speaks and all that was said is known and taken. */
    public boolean isQuiet() {
        return voiced.isEmpty() && transcribing.isEmpty() && waiting.isEmpty();
    }

    /** Whether somebody is in the middle of what they say, or it is not all understood yet. */
    public boolean isAwaitingMore() {
        return !transcribing.isEmpty() || (!waiting.isEmpty() && !isFinished());
    }

    public int wordsWaiting() {
        return waiting.all().stream()
                .mapToInt(said -> CountedWords.count(said.text()))
                .sum();
    }

    /** The words that wait, without taking them. */
    public List<Said> waiting() {
        return waiting.all();
    }

    /** Takes the words that wait: from now on they are in a turn. */
    public List<Said> take() {
        List<Said> taken = waiting.take();
        stopWaiting();
        end.forget();
        return taken;
    }
}
