package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.event.SessionEvent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Conversations in sound: the frames are real, only their time is not. */
class VoiceStoriesTest {
    /** 49 characters, so a tone of 2,940 ms. */
    private static final String SUNNY = "It is sunny and warm in all of the country today.";

    private static final String WEATHER = """
        agent:
          - {when: "weather", says: "%s"}
          - {when: "again", says: "Sunny."}
        """.formatted(SUNNY);

    @Test
    void anAnswerIsHeardAfterTheQuestionWasUnderstood() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather")
                .burst(1_000, 2_000)
                .hold(8_000);
        assertEquals(List.of("2800-5740"), call.agentHeard(), "2000 + 500 of silence + 300 of the model");
        Rune ended = call.rune("playback.ended");
        assertEquals(2_940, VoiceCall.number(ended, "played_ms"));
        assertEquals(2_940, VoiceCall.number(ended, "audio_ms"));
        assertEquals(false, ended.payload().flag("interrupted"));
    }

    @Test
    void runesSayWhereOnTheMediaLineTheyLie() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather")
                .burst(1_000, 2_000)
                .hold(8_000);
        assertEquals(1_000_000, call.rune("voice.began").envelope().mediaMicros());
        assertEquals(2_000_000, call.rune("voice.ended").envelope().mediaMicros());
        assertEquals(2_800_000, call.rune("playback.started").envelope().mediaMicros());
        assertEquals(5_740_000, call.rune("playback.ended").envelope().mediaMicros());
    }

    @Test
    void aVoiceInTheFramesCutsTheAnswerAndTheRestIsNeverHeard() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather", "again")
                .burst(1_000, 2_000)
                .burst(3_500, 4_500)
                .hold(9_000);
        assertEquals(List.of("2800-4000", "5300-5660"), call.agentHeard(), "cut at 3500 + interrupt_after_ms");
        Rune first = call.runes("playback.ended").getFirst();
        assertEquals(1_200, VoiceCall.number(first, "played_ms"), "what was played, to the sample");
        assertEquals(true, first.payload().flag("interrupted"));
        assertEquals("interrupted", call.rune("turn.interrupted").payload().text("reason"));
    }

    @Test
    void aLongAnswerIsSpokenToItsEndThoughItsTurnMayNotThinkForSoLong() {
        VoiceCall call = new VoiceCall("budget: {turn_ms: 1000}\n" + WEATHER, "what is the weather")
                .burst(1_000, 2_000)
                .hold(8_000);
        assertEquals(List.of("2800-5740"), call.agentHeard());
        assertEquals("completed", call.rune("turn.completed").payload().text("reason"));
    }

    @Test
    void whatIsRecordedAsPlayedOnTheWayIsNeverMoreThanTheFarEndTook() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.at(3_000, () -> call.takesNothing = true);
        call.at(5_000, () -> call.takesNothing = false);
        call.hold(12_000);
        List<Long> progress = call.runes("playback.progress").stream()
                .map(rune -> VoiceCall.number(rune, "played_ms"))
                .toList();
        assertEquals(List.of(400L, 1_180L, 2_180L), progress, "200 ms were heard and 200 more sent ahead");
    }

    @Test
    void aFarEndThatTakesNothingAnyMoreDoesNotKeepItsTurnOpen() {
        VoiceCall call =
                new VoiceCall("settings: {stuck_turn_ms: 3000}\n" + WEATHER, "what is the weather").burst(1_000, 2_000);
        call.at(3_000, () -> call.takesNothing = true);
        call.hold(30_000);
        Rune error = call.rune("turn.error");
        assertEquals("stuck", error.payload().text("reason"));
        long lastMs = call.runes("playback.progress").getLast().envelope().monotonicNanos() / 1_000_000;
        assertEquals(
                lastMs + 3_000, error.envelope().monotonicNanos() / 1_000_000, "its bound after the last progress");
        assertEquals(
                call.agentFramesHeard() * 20,
                VoiceCall.number(call.runes("playback.ended").getFirst(), "played_ms"));
    }

    @Test
    void aFarEndThatNeverTakesAFrameEndsItsTurnToo() {
        VoiceCall call =
                new VoiceCall("settings: {stuck_turn_ms: 3000}\n" + WEATHER, "what is the weather").burst(1_000, 2_000);
        call.takesNothing = true;
        call.hold(30_000);
        assertEquals("stuck", call.rune("turn.error").payload().text("reason"));
        assertEquals(List.of(), call.runes("playback.progress"));
        assertEquals(0, VoiceCall.number(call.rune("playback.ended"), "played_ms"));
    }

    @Test
    void noFrameLeavesAfterACut() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        long[] taken = {0};
        call.at(3_333, () -> {
            call.offer(new SessionEvent.StopRequested("ana"));
            taken[0] = call.framesTaken;
            assertEquals(0, call.queued(), "the far end has thrown away what it had not played");
        });
        call.hold(8_000);
        assertEquals(taken[0], call.framesTaken);
        assertEquals(taken[0], call.framesTakenWhenFlushed);
        assertEquals(List.of("2800-3340"), call.agentHeard());
        assertEquals(540, VoiceCall.number(call.rune("playback.ended"), "played_ms"));
    }

    @Test
    void noMoreThanTwoHundredMillisecondsAreSentAhead() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        List<Integer> queued = new ArrayList<>();
        for (long ms = 2_811; ms < 5_400; ms += 20) {
            call.at(ms, () -> queued.add(call.queued()));
        }
        call.hold(8_000);
        assertTrue(queued.stream().allMatch(many -> many >= 9 && many <= 10), queued.toString());
    }

    @Test
    void whatIsHeardIsWhatWasSynthesised() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather")
                .burst(1_000, 2_000)
                .hold(8_000);
        List<byte[]> heard = call.heard.stream().filter(Objects::nonNull).toList();
        byte[] tone = new byte[100 * 32];
        for (int i = 0; i < 5; i++) {
            System.arraycopy(heard.get(i), 0, tone, i * 640, 640);
        }
        for (int i = 0; i < 145; i++) {
            byte[] expected = new byte[640];
            System.arraycopy(tone, i % 5 * 640, expected, 0, 640);
            assertArrayEquals(expected, heard.get(i), "frame " + i);
        }
    }

    @Test
    void theFirstSoundOfAnUtteranceReachesTheRecogniserWithWhatCameBefore() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather");
        Ears ears = new Ears(StandIn.script(List.of("what is the weather")));
        call.speakWith(Modality.STT, ears);
        call.burst(1_000, 2_000).hold(5_000);
        assertEquals(720, ears.fromMs, "a pre-roll of 300 ms, less the frame that is being judged");
        assertEquals(2_500, ears.toMs);
        assertEquals((2_500 - 720) / 20, ears.frames, "without a hole and without a repetition");
    }

    @Test
    void aPauseBetweenWordsIsNoEndOfTheUtterance() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather", "nothing")
                .burst(1_000, 1_400)
                .burst(1_800, 2_200)
                .hold(8_000);
        assertEquals(1, call.runes("voice.began").size());
        assertEquals(2_200_000, call.rune("voice.ended").envelope().mediaMicros());
        assertEquals(List.of("3000-5940"), call.agentHeard());
    }

    @Test
    void aShortNoiseDoesNotInterruptThoughItsSilenceIsNotOverYet() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather")
                .burst(1_000, 2_000)
                .burst(3_500, 3_800)
                .hold(9_000);
        assertEquals(List.of("2800-5740"), call.agentHeard());
    }

    @Test
    void aVoiceThatPausesWhenItsPatienceEndsInterruptsWhenItGoesOn() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather", "stop it")
                .burst(1_000, 2_000)
                .burst(3_500, 3_900)
                .burst(4_100, 4_600)
                .hold(9_000);
        assertEquals(List.of("2800-4120"), call.agentHeard());
    }

    @Test
    void framesOutOfOrderAndLostOnesDoNotMoveTheMediaLine() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        Ears ears = new Ears(StandIn.script(List.of("what is the weather")));
        call.speakWith(Modality.STT, ears);
        call.lateTicks = n -> n % 7 == 3 ? 2 : n == 60 || n == 61 ? -1 : 0;
        call.hold(8_000);
        assertEquals(1_000_000, call.rune("voice.began").envelope().mediaMicros());
        assertEquals(2_000_000, call.rune("voice.ended").envelope().mediaMicros());
        assertTrue(ears.inOrder);
        assertEquals(2, VoiceCall.number(call.rune("media.gap"), "frames"));
        assertEquals(2_940, VoiceCall.number(call.rune("playback.ended"), "played_ms"));
    }

    @Test
    void aReaderWhoTakesNothingForAWhileHearsEverythingLater() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.at(3_400, () -> call.takesNothing = true);
        call.at(4_400, () -> call.takesNothing = false);
        call.hold(9_000);
        List<String> heard = call.agentHeard();
        assertEquals(2, heard.size(), heard.toString());
        assertEquals("2800-3600", heard.getFirst(), "what was sent ahead is still played");
        Rune ended = call.rune("playback.ended");
        assertEquals(2_940, VoiceCall.number(ended, "played_ms"));
        assertEquals(false, ended.payload().flag("interrupted"));
    }

    @Test
    void aReportThatIsSmallerThanThePaceIsWhatWasHeard() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather", "again")
                .burst(1_000, 2_000)
                .burst(4_000, 5_000);
        call.knowsWhatItPlayed = false;
        call.reportsLater = true;
        call.at(4_400, () -> call.offer(new SessionEvent.PlaybackReported(1, 900)));
        call.hold(9_000);
        Rune first = call.runes("playback.ended").getFirst();
        assertEquals(900, VoiceCall.number(first, "played_ms"));
        assertEquals(4, VoiceCall.number(first, "words"), "It is sunny and");
    }

    @Test
    void aReportThatIsLargerThanThePaceIsNotBelieved() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather", "again")
                .burst(1_000, 2_000)
                .burst(3_500, 4_500);
        call.knowsWhatItPlayed = false;
        call.reportsLater = true;
        call.at(3_600, () -> call.offer(new SessionEvent.PlaybackReported(1, 2_900)));
        call.hold(9_000);
        assertTrue(VoiceCall.number(call.runes("playback.ended").getFirst(), "played_ms") <= 1_220);
    }

    @Test
    void afterAFalseInterruptionTheRestIsHeardWithoutAHole() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather", "")
                .burst(1_000, 2_000)
                .burst(3_500, 4_200)
                .hold(12_000);
        List<String> heard = call.agentHeard();
        assertEquals(2, heard.size(), heard.toString());
        assertEquals("2800-4000", heard.getFirst());
        Rune ended = call.rune("playback.ended");
        assertEquals(2_940, VoiceCall.number(ended, "played_ms"));
        assertEquals(147, call.heard.stream().filter(Objects::nonNull).count(), "nothing twice, nothing left out");
    }

    @Test
    void speechIsAsSlowAsThePersonAskedFor() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.at(
                100,
                () -> call.offer(new SessionEvent.OverrideRequested(
                        "ENABLE_OVERRIDE",
                        Json.Obj.EMPTY
                                .with("speech_rate", new Json.Num(new BigDecimal("0.5")))
                                .with("forced_captions", true),
                        "ana")));
        call.hold(12_000);
        assertEquals(5_880, VoiceCall.number(call.rune("playback.ended"), "played_ms"));
        assertEquals(SUNNY, call.rune("caption").payload().text("pii_text"));
    }

    @Test
    void aVoiceThatFailsInTheMiddleIsTakenOverWhereItWasHeard() {
        VoiceCall call =
                new VoiceCall("providers: {tts: [first, tone]}\n" + WEATHER, "what is the weather").burst(1_000, 2_000);
        call.speakWith(Modality.TTS, new Breaking(StandIn.tone(), 1_000), StandIn.tone());
        call.hold(9_000);
        Rune ended = call.rune("playback.ended");
        assertEquals(2_940, VoiceCall.number(ended, "played_ms"));
        assertEquals(147, call.heard.stream().filter(Objects::nonNull).count());
    }

    @Test
    void anAnswerToTypedWordsIsSpokenToSomebodyWhoseMicrophoneIsSilent() {
        VoiceCall call = new VoiceCall(WEATHER);
        call.lateTicks = n -> -1;
        call.knowsWhatItPlayed = false;
        call.at(1_000, () -> call.offer(new SessionEvent.TextTyped("the weather", "ana")));
        call.hold(8_000);
        assertEquals(List.of("1320-4260"), call.agentHeard());
        assertEquals(2_940, VoiceCall.number(call.rune("playback.ended"), "played_ms"));
    }

    @Test
    void soundIsKeptOnlyWhileEveryonePresentHasConsentedAndNotAFrameLonger() {
        VoiceCall call = new VoiceCall("""
            settings: {recording: L2}
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            """ + WEATHER, "what is the weather").burst(1_000, 2_000);
        call.at(990, () -> call.offer(consent("consent_request")));
        call.at(1_990, () -> call.offer(consent("explicit_grant")));
        call.at(3_490, () -> call.offer(consent("revoke")));
        call.hold(8_000);
        assertEquals(2_000, call.keptFromMs("PERSON"));
        assertEquals(
                3_480, call.keptFromMs("PERSON") + 20 * call.keptFrames("PERSON") - 20, "the last frame before it");
        assertTrue(call.keptFrames("AGENT") > 30, "the agent is heard in it too, as far as it was sent by then");
        assertEquals(2_800, call.keptFromMs("AGENT"));
        assertEquals(20 * call.keptFrames("AGENT") - 20, call.keptToMs("AGENT") - 2_800, "each frame at its own place");
        assertTrue(call.keptToMs("AGENT") <= 3_480 + 200, "what was sent ahead by then");
        assertEquals(List.of("recording_on", "recording_off"), call.signals("recording_"));
    }

    @Test
    void withoutAnybodysConsentNothingIsKept() {
        VoiceCall call = new VoiceCall("settings: {recording: L2}\n" + WEATHER, "what is the weather")
                .burst(1_000, 2_000)
                .hold(8_000);
        assertEquals(List.of(), call.kept);
    }

    private static SessionEvent consent(String action) {
        return new SessionEvent.PeopleChanged(
                "consent", action, "ana", Json.Obj.EMPTY.with("purpose", "recording"), "ana");
    }

    @Test
    void anHourOfConversationDriftsNowhereAndGrowsNothing() {
        VoiceCall call =
                new VoiceCall(WEATHER, Collections.nCopies(360, "weather").toArray(String[]::new));
        for (long from = 1_000; from < 3_600_000; from += 10_000) {
            call.burst(from, from + 1_000);
        }
        call.forgets = true;
        call.hold(3_600_000);
        List<Rune> began = call.runes("voice.began");
        List<Rune> ended = call.runes("playback.ended");
        assertEquals(360, began.size());
        assertEquals(360, ended.size());
        for (int i = 0; i < 360; i++) {
            assertEquals(1_000_000 + i * 10_000_000L, began.get(i).envelope().mediaMicros());
            assertEquals(5_740_000 + i * 10_000_000L, ended.get(i).envelope().mediaMicros(), "answer " + i);
            assertEquals(2_940, VoiceCall.number(ended.get(i), "played_ms"));
        }
        assertTrue(call.queuedMax <= 10, "never more than 200 ms wait at the far end");
    }

    @Test
    void somebodyWhoSeemsToGoOnIsGivenMoreTime() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.speakWith(Modality.END_OF_TURN, call.judge(200));
        call.hold(9_000);
        assertEquals(List.of("4300-7240"), call.agentHeard(), "2500 + 1500 of patience + 300");
        Rune scored = call.rune("turn.end_scored");
        assertEquals(200, VoiceCall.number(scored, "score"));
        assertEquals(false, scored.payload().flag("complete"));
        assertEquals(1, call.runes("turn.end_scored").size(), "asked once per silence");
    }

    @Test
    void whoHasFinishedByTheJudgementIsAnsweredSoonerThanSilenceWouldAllow() {
        VoiceCall silent = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        silent.hold(8_000);
        assertEquals(List.of("2800-5740"), silent.agentHeard(), "2000 + 500 of silence + 300");
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.speakWith(Modality.END_OF_TURN, call.judge(900));
        call.hold(8_000);
        assertEquals(
                List.of("2540-5480"),
                call.agentHeard(),
                "2000 + 200 of silence + 50 for the judgement + 300, in whole frames");
        assertEquals(true, call.rune("turn.end_scored").payload().flag("complete"));
        assertEquals(
                silent.rune("voice.ended").envelope().mediaMicros(),
                call.rune("voice.ended").envelope().mediaMicros(),
                "the voice ended where it ended");
    }

    @Test
    void aJudgeWhoFailsLeavesItToSilence() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.speakWith(Modality.END_OF_TURN, call.silentJudge());
        call.hold(8_000);
        assertEquals(List.of("2800-5740"), call.agentHeard(), "as without one");
        assertEquals(List.of(), call.runes("turn.end_scored"));
    }

    @Test
    void whoGoesOnBeforeTheJudgementIsNotCutShort() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather")
                .burst(1_000, 2_000)
                .burst(2_200, 3_000);
        call.speakWith(Modality.END_OF_TURN, call.judge(900));
        call.hold(8_000);
        assertEquals(1, call.runes("voice.began").size());
        assertEquals(1, call.runes("turn.end_scored").size(), "of the second silence");
        assertEquals(List.of("3540-6480"), call.agentHeard());
    }

    @Test
    void whoListensAndWhoJudgesIsRecordedAsWhoAnswers() {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.speakWith(Modality.END_OF_TURN, call.judge(900));
        call.hold(8_000);
        assertEquals(List.of("vad", "stt", "end_of_turn", "llm", "tts"), providers(call, "provider.call"));
        assertEquals(List.of("stt", "end_of_turn", "llm", "tts", "vad"), providers(call, "provider.outcome"));
        assertEquals(50, VoiceCall.number(call.runes("provider.outcome").get(1), "took_ms"));
    }

    private static List<String> providers(VoiceCall call, String kind) {
        return call.runes(kind).stream()
                .map(rune -> rune.payload().text("provider"))
                .toList();
    }

    @Test
    void whoGoesOnBeforeThePatienceEndsIsHeardAsOneTurn() {
        VoiceCall call = new VoiceCall(WEATHER, "what is", "the weather")
                .burst(1_000, 2_000)
                .burst(3_000, 4_000);
        call.speakWith(Modality.END_OF_TURN, call.judge(200));
        call.hold(12_000);
        assertEquals(1, call.runes("turn.started").size());
        assertEquals(
                "what is the weather",
                call.runes("user.words").stream()
                        .map(rune -> rune.payload().text("pii_text"))
                        .reduce("", (one, other) -> (one + " " + other).strip()));
    }

    /** Looks at what the recogniser is fed. */
    private static final class Ears implements Provider {
        private final Provider provider;
        long fromMs = -1;
        long toMs;
        long frames;
        boolean inOrder = true;

        Ears(Provider provider) {
            this.provider = provider;
        }

        @Override
        public ProviderProfile profile() {
            return provider.profile();
        }

        @Override
        public boolean runsOnLoop() {
            return true;
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            ProviderCall call = provider.start(invocation, request, ingress, token);
            return new Forwarding(call) {
                @Override
                public boolean feed(AudioFrame frame) {
                    inOrder &= fromMs < 0 || frame.mediaMs() == toMs;
                    fromMs = fromMs < 0 ? frame.mediaMs() : fromMs;
                    toMs = frame.mediaMs() + frame.durationMs();
                    frames++;
                    return super.feed(frame);
                }
            };
        }
    }

    /** A voice that fails after it has made so much. */
    private record Breaking(Provider provider, long afterMs) implements Provider {
        @Override
        public ProviderProfile profile() {
            ProviderProfile named = provider.profile();
            return new ProviderProfile(
                    "first",
                    named.modality(),
                    named.streams(),
                    named.idempotent(),
                    named.cancelWithinMs(),
                    named.timeouts(),
                    named.limits());
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            long[] made = {0};
            return new Forwarding(provider.start(
                    invocation,
                    request,
                    event -> {
                        made[0] += event.cost();
                        if (made[0] <= afterMs) {
                            return ingress.offer(event);
                        }
                        ingress.offer(new ProviderEvent.Ended(invocation, Outcome.error(false, "broke")));
                        return false;
                    },
                    token));
        }
    }

    private static class Forwarding implements ProviderCall {
        private final ProviderCall call;

        Forwarding(ProviderCall call) {
            this.call = call;
        }

        @Override
        public ProviderInvocation invocation() {
            return call.invocation();
        }

        @Override
        public boolean feed(AudioFrame frame) {
            return call.feed(frame);
        }

        @Override
        public void finishInput() {
            call.finishInput();
        }

        @Override
        public void grant(long credit) {
            call.grant(credit);
        }

        @Override
        public void cancel() {
            call.cancel();
        }
    }
}
