package dev.parley.provider.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderProfile.Limits;
import dev.parley.provider.ProviderProfile.Timeouts;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Items 18, 23 and 24: time-outs, retry, circuit and fallback; one end whatever happens; late output is late. */
class DispatchTest {
    private static final Script GOOD = Script.answer("fine", 100, 300);
    private static final Timeouts TIMEOUTS = new Timeouts(3_000, 1_000);
    private static final ProviderRequest GENERATE =
            new ProviderRequest.Generate(new Model.Prompt(List.of(), List.of(), 100), "", List.of(), 1);
    private static final ProviderRequest SPEAK =
            new ProviderRequest.Synthesize("fine", "", BigDecimal.ONE, BigDecimal.ONE, 16_000, 0);
    private static final ProviderRequest LISTEN = new ProviderRequest.Transcribe("u1", "en", 16_000, true);

    private final DispatchBench bench = new DispatchBench();

    @Test
    void aGoodCallIsOneAttemptWithItsLatencyAndOneEnd() {
        bench.run(GENERATE, provider("a", GOOD));
        assertEquals(List.of("attempt a 1", "fine", "a success 300 300 100", "done success"), bench.heard);
    }

    @Test
    void aFailureIsTriedAgainAfterItsPauseAndThenElsewhere() {
        Script overload = Script.failing(Outcome.overload(0, "busy"), 0);
        bench.retry = new RetryPolicy(2, 50, 50);
        bench.run(GENERATE, provider("a", overload, overload), provider("b", GOOD));
        assertEquals(
                List.of(
                        "attempt a 1",
                        "a overload 0 0 -1",
                        "start over",
                        "attempt a 2",
                        "a overload 0 0 -1",
                        "switch a b",
                        "attempt b 3",
                        "start over",
                        "fine",
                        "b success 300 300 100",
                        "done success"),
                bench.heard);
    }

    @Test
    void aModelThatIsTooBusyIsAskedAgain() throws InterruptedException {
        int[] asked = {0};
        Model busy = (prompt, cancel) -> {
            if (++asked[0] == 1) {
                throw new Model.ModelFailure("429", true);
            }
            return Model.Reply.says("at last");
        };
        bench.retry = new RetryPolicy(2, 50, 50);
        Provider model = new ModelProvider(profile("m", Modality.LLM, TIMEOUTS), busy, Thread::startVirtualThread);
        bench.start(Work.of("c", "k", GENERATE, Long.MAX_VALUE), bench.guarded(model));
        bench.awaitHeard(3);
        assertEquals(List.of("attempt m 1", "m error 0 0 -1", "start over"), bench.heard);
        bench.pass(50);
        bench.awaitHeard(7);
        assertEquals(List.of("attempt m 2", "at last", "m success 0 0 0", "done success"), bench.heard.subList(3, 7));
    }

    @Test
    void whatNoRetryHelpsGoesToTheNextProviderAtOnce() {
        bench.retry = new RetryPolicy(3, 50, 50);
        bench.run(GENERATE, provider("a", Script.failing(Outcome.error(false, "bad"), 0)), provider("b", GOOD));
        assertEquals(List.of("attempt a 1", "a error 0 0 -1", "switch a b", "attempt b 2"), bench.heard.subList(0, 4));
    }

    @Test
    void aSilentCallTimesOutAndWhatItSendsThenIsLate() {
        Script slow = Script.answer("too late", 1_500, 1_600).ignoringCancel();
        bench.run(GENERATE, provider("a", slow), provider("b", GOOD));
        assertEquals(
                List.of(
                        "attempt a 1",
                        "a timeout 1000 1000 -1",
                        "switch a b",
                        "attempt b 2",
                        "start over",
                        "fine",
                        "b success 300 300 100",
                        "done success",
                        "late TextDelta",
                        "late TextDelta",
                        "late Used",
                        "late Ended"),
                bench.heard);
    }

    @Test
    void aCallThatGoesOnAndOnTimesOutAsAWhole() {
        bench.run(GENERATE, provider("a", Script.answer("a b c d e f g h", 500, 8_500)));
        assertEquals("a timeout 3000 3000 500", bench.heard.get(bench.heard.size() - 2));
    }

    @Test
    void aCallThatSaysHowLongItWillBeQuietIsGivenThatLong() {
        bench.run(GENERATE, provider("a", Script.answer("fine", 2_500, 2_600).showingLife()));
        assertEquals(List.of("attempt a 1", "fine", "a success 2600 2600 2500", "done success"), bench.heard);
    }

    @Test
    void whenNobodyIsLeftTheLastOutcomeIsTheEnd() {
        bench.run(GENERATE, provider("a", Script.failing(Outcome.timeout("t"), 0)));
        assertEquals(List.of("attempt a 1", "a timeout 0 0 -1", "done timeout"), bench.heard);
    }

    @Test
    void aSafetyBlockIsNotTriedElsewhere() {
        bench.run(GENERATE, provider("a", Script.failing(Outcome.safetyBlock("no"), 0)), provider("b", GOOD));
        assertEquals(List.of("attempt a 1", "a safety_block 0 0 -1", "done safety_block"), bench.heard);
    }

    @Test
    void anOpenCircuitIsNotCalled() {
        bench.failuresMax = 1;
        GuardedProvider a = provider("a", Script.failing(Outcome.overload(0, "busy"), 0));
        bench.run(GENERATE, a, provider("b", GOOD));
        bench.heard.clear();
        bench.run(GENERATE, a, provider("b", GOOD));
        assertEquals(List.of("a overload 0 0 -1", "switch a b", "attempt b 2"), bench.heard.subList(0, 3));
    }

    @Test
    void aCallBeyondTheLimitsIsNotMade() {
        ProviderProfile small = new ProviderProfile("a", Modality.TTS, true, true, 50, TIMEOUTS, new Limits(1, 1, 5));
        ScriptedProvider a = bench.scripted(small, GOOD);
        bench.run(SPEAK, bench.guarded(a), provider("b", Modality.TTS, Script.speech("fine", 40, 0, 16_000)));
        assertEquals(List.of("a error 0 0 -1", "switch a b", "attempt b 2"), bench.heard.subList(0, 3));
        assertEquals(List.of(), bench.asked("a"));
    }

    @Test
    void aCancelEndsTheWorkAtOnceAndTheRestIsLate() {
        GuardedProvider a = provider("a", GOOD.ignoringCancel());
        Dispatch dispatch = bench.start(Work.of("c", "k", GENERATE, Long.MAX_VALUE), a);
        bench.pass(50);
        dispatch.cancel("interrupted");
        dispatch.cancel("again");
        bench.pass(1_000);
        assertEquals(
                List.of(
                        "attempt a 1",
                        "a cancelled 50 50 -1",
                        "done cancelled",
                        "late TextDelta",
                        "late Used",
                        "late Ended"),
                bench.heard);
        assertEquals(0, a.gate().running());
    }

    @Test
    void theNextProviderIsAskedOnlyForWhatIsLeft() {
        Script half = Script.answer("one ", 100, 150).ending(Outcome.error(true, "broke off"));
        ScriptedProvider b = bench.scripted(profile("b", Modality.LLM, TIMEOUTS), GOOD);
        UnaryOperator<ProviderRequest> rest = request -> {
            Model.Message said = new Model.Message.UserSaid("ana", "after " + bench.heard);
            return new ProviderRequest.Generate(new Model.Prompt(List.of(said), List.of(), 100), "", List.of(), 1);
        };
        bench.start(new Work("c", "k", GENERATE, Long.MAX_VALUE, 0, rest), provider("a", half), bench.guarded(b));
        bench.pass(1_000);
        ProviderRequest.Generate asked =
                (ProviderRequest.Generate) bench.asked("b").getFirst();
        assertEquals(
                List.of(new Model.Message.UserSaid(
                        "ana", "after [attempt a 1, one , , a error 150 150 100, switch a b, attempt b 2]")),
                asked.prompt().messages());
    }

    @Test
    void aVoiceStaysOpenWhileItWaitsForCreditAndCanStillFail() {
        Script speech = Script.speech("fine", 10_000, 200, 16_000);
        ScriptedProvider a = bench.scripted(profile("a", Modality.TTS, TIMEOUTS), speech);
        Dispatch dispatch = bench.start(Work.of("c", "k", SPEAK, 40), bench.guarded(a));
        bench.pass(60_000);
        assertEquals(List.of("attempt a 1", "audio", "audio"), bench.heard);
        dispatch.grant(20);
        bench.pass(1);
        assertEquals(List.of("attempt a 1", "audio", "audio", "audio"), bench.heard);
        dispatch.release();
        assertEquals("a success 60001 200 200", bench.heard.get(4));
    }

    @Test
    void aPersonMaySpeakAsLongAsTheyLikeAndTheSilenceCountsAfterwards() {
        Dispatch dispatch = bench.start(
                Work.of("c", "k", LISTEN, 0), bench.guarded(new Deaf(profile("a", Modality.STT, TIMEOUTS), 0)));
        bench.pass(100_000);
        dispatch.finishInput();
        bench.pass(999);
        assertEquals(List.of("attempt a 1"), bench.heard);
        bench.pass(1);
        assertEquals(List.of("attempt a 1", "a timeout 101000 1000 -1", "done timeout"), bench.heard);
    }

    @Test
    void anotherProviderHearsTheAudioThatTheFirstOneWasFed() {
        Deaf second = new Deaf(profile("b", Modality.STT, TIMEOUTS), 0);
        Dispatch dispatch = bench.start(
                new Work("c", "k", LISTEN, 0, 60, UnaryOperator.identity()),
                bench.guarded(new Deaf(profile("a", Modality.STT, TIMEOUTS), 0)),
                bench.guarded(second));
        for (int at = 0; at < 100; at += 20) {
            dispatch.feed(AudioFrame.silence(16_000, at, 20));
        }
        dispatch.finishInput();
        bench.pass(1_000);
        assertEquals(List.of("40", "60", "80", "over"), second.heard, "the last 60 ms, which is what is kept");
    }

    @Test
    void audioThatIsNotTakenAtOnceIsOfferedAgainAndItsEndComesAfterIt() {
        Deaf slow = new Deaf(profile("a", Modality.STT, TIMEOUTS), 3);
        Dispatch dispatch = bench.start(Work.of("c", "k", LISTEN, 0), bench.guarded(slow));
        dispatch.feed(AudioFrame.silence(16_000, 0, 20));
        dispatch.feed(AudioFrame.silence(16_000, 20, 20));
        dispatch.finishInput();
        assertEquals(List.of(), slow.heard);
        bench.pass(100);
        assertEquals(List.of("0", "20", "over"), slow.heard);
    }

    @Test
    void aProviderThatIsFarBehindIsGivenUp() {
        Dispatch dispatch = bench.start(
                Work.of("c", "k", LISTEN, 0),
                bench.guarded(new Deaf(profile("a", Modality.STT, TIMEOUTS), Integer.MAX_VALUE)));
        for (int at = 0; at <= 60_000; at += 20) {
            dispatch.feed(AudioFrame.silence(16_000, at, 20));
        }
        assertEquals(List.of("attempt a 1", "a overload 0 0 -1", "done overload"), bench.heard);
    }

    @Test
    void anAdapterThatThrowsFailsItsCallAlone() {
        Provider broken = new Broken(profile("a", Modality.LLM, TIMEOUTS), () -> {
            throw new LinkageError("missing class");
        });
        bench.run(GENERATE, bench.guarded(broken), provider("b", GOOD));
        assertEquals(List.of("attempt a 1", "a fault 0 0 -1", "switch a b", "attempt b 2"), bench.heard.subList(0, 4));
    }

    @Test
    void anAdapterThatBlocksStallsNothingAndIsInterrupted() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Provider stuck = new Broken(profile("a", Modality.LLM, TIMEOUTS), () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        bench.threads = Thread::startVirtualThread;
        bench.start(Work.of("c", "k", GENERATE, Long.MAX_VALUE), bench.guarded(stuck));
        begun.await();
        bench.pass(1_000);
        interrupted.await();
        assertEquals(List.of("attempt a 1", "a timeout 1000 1000 -1", "done timeout"), bench.heard);
    }

    private GuardedProvider provider(String name, Script... scripts) {
        return provider(name, Modality.LLM, scripts);
    }

    private GuardedProvider provider(String name, Modality modality, Script... scripts) {
        return bench.guarded(bench.scripted(profile(name, modality, TIMEOUTS), scripts));
    }

    private static ProviderProfile profile(String name, Modality modality, Timeouts timeouts) {
        return new ProviderProfile(name, modality, true, true, 50, timeouts, Limits.NONE);
    }

    /** Takes audio, after so many refusals, and never answers. */
    private static final class Deaf implements Provider {
        final List<String> heard = new ArrayList<>();
        private final ProviderProfile profile;
        private int refusals;

        Deaf(ProviderProfile profile, int refusals) {
            this.profile = profile;
            this.refusals = refusals;
        }

        @Override
        public ProviderProfile profile() {
            return profile;
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            return new ProviderCall() {
                @Override
                public ProviderInvocation invocation() {
                    return invocation;
                }

                @Override
                public boolean feed(AudioFrame frame) {
                    return refusals-- <= 0 && heard.add(String.valueOf(frame.mediaMs()));
                }

                @Override
                public void finishInput() {
                    heard.add("over");
                }

                @Override
                public void grant(long credit) {}

                @Override
                public void cancel() {}
            };
        }
    }

    /** Does this when a call starts. */
    private record Broken(ProviderProfile profile, Runnable start) implements Provider {
        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            start.run();
            throw new IllegalStateException("it never begins");
        }
    }
}
