package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A blocking model behind the contract: whatever it does is an event, and nobody waits for it. */
class ModelProviderTest {
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "m",
            Modality.LLM,
            false,
            false,
            50,
            new ProviderProfile.Timeouts(2_000, 2_000),
            ProviderProfile.Limits.NONE);
    private static final ProviderInvocation CALL = new ProviderInvocation("c1", "m", Modality.LLM, "c", 1, "k", 1, 1);
    private static final ProviderRequest REQUEST =
            new ProviderRequest.Generate(new Model.Prompt(List.of(), List.of(), 100), "", List.of(), 1);

    private final BlockingQueue<ProviderEvent> events = new LinkedBlockingQueue<>();

    @Test
    void aReplyBecomesTextWishesUsageAndOneEnd() throws InterruptedException {
        Model.WantedCall wish = new Model.WantedCall("w1", "weather", "{}");
        start((prompt, cancel) -> new Model.Reply("Sunny.", List.of(wish), 7)).grant(Long.MAX_VALUE);
        assertEquals(new ProviderEvent.Started(CALL), events.take());
        assertEquals(new ProviderEvent.TextDelta(CALL, "Sunny."), events.take());
        assertEquals(new ProviderEvent.ToolCallRequested(CALL, wish), events.take());
        assertEquals(new ProviderEvent.Used(CALL, 0, 7), events.take());
        assertEquals(new ProviderEvent.Ended(CALL, Outcome.SUCCESS), events.take());
    }

    @Test
    void aFailureKeepsWhetherItHelpsToTryAgain() throws InterruptedException {
        start((prompt, cancel) -> {
            throw new Model.ModelFailure("429", true);
        });
        assertEquals(Outcome.error(true, "429"), outcome());
    }

    @Test
    void whateverTheModelThrowsIsTheOutcomeOfItsCall() throws InterruptedException {
        start((prompt, cancel) -> {
            throw new IllegalStateException("with words that a person said");
        });
        Outcome threw = outcome();
        assertEquals(Outcome.fault(new IllegalStateException("with words that a person said")), threw);
        assertEquals(
                "threw java.lang.IllegalStateException",
                threw.detail(),
                "only the message, which is personal, holds words");
        start((prompt, cancel) -> {
            throw new StackOverflowError();
        });
        assertEquals(Outcome.fault(new StackOverflowError()), outcome());
    }

    @Test
    void aModelThatWritesWithoutEndEndsItsOwnCall() throws InterruptedException {
        String word = "x".repeat(ModelProvider.WISHES_CHARS_MAX);
        start((prompt, cancel) -> Model.Reply.says(word)).grant(Long.MAX_VALUE);
        assertEquals(
                Outcome.error(false, "the model writes more than 131072 characters of text in one answer"), outcome());
        start((prompt, cancel) -> Model.Reply.call("order", word)).grant(Long.MAX_VALUE);
        assertEquals(
                Outcome.error(false, "the model writes more than 262144 characters of calls in one answer"), outcome());
        Model.WantedCall[] many = new Model.WantedCall[ModelProvider.CALLS_MAX + 1];
        Arrays.fill(many, new Model.WantedCall("c", "order", "{}"));
        start((prompt, cancel) -> Model.Reply.calls(many)).grant(Long.MAX_VALUE);
        assertEquals(Outcome.error(false, "the model writes more than 64 calls in one answer"), outcome());
    }

    @Test
    void aLongTextComesInPiecesThatTogetherAreTheText() throws InterruptedException {
        String face = new String(Character.toChars(0x1F600));
        String text = "x" + face.repeat(3_000);
        start((prompt, cancel) -> Model.Reply.says(text)).grant(Long.MAX_VALUE);
        assertEquals(new ProviderEvent.Started(CALL), events.take());
        StringBuilder whole = new StringBuilder();
        while (events.take() instanceof ProviderEvent.TextDelta delta) {
            assertTrue(delta.text().length() <= 2_048);
            assertFalse(
                    Character.isHighSurrogate(delta.text().charAt(delta.text().length() - 1)), "no sign is cut");
            whole.append(delta.text());
        }
        assertEquals(text, whole.toString());
    }

    @Test
    @SuppressWarnings("NullAway")
    void aWishWithoutANameIsAFaultOfTheModel() throws InterruptedException {
        start((prompt, cancel) -> Model.Reply.calls(new Model.WantedCall(null, null, null)));
        assertEquals("threw java.lang.NullPointerException", outcome().detail());
    }

    @Test
    void aCancelEndsTheCallAtOnceAndInterruptsTheModel() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        ProviderCall call = start((prompt, cancel) -> {
            cancel.onCancel(() -> told.set(true));
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return Model.Reply.says("too late");
        });
        asked.await();
        call.cancel();
        call.cancel();
        assertEquals(Outcome.Kind.CANCELLED, outcome().kind());
        interrupted.await();
        assertTrue(told.get());
        assertEquals(List.of(), List.copyOf(events));
    }

    @Test
    void withoutCreditTheReplyWaits() throws InterruptedException {
        ProviderCall call = start((prompt, cancel) -> Model.Reply.says("hello"));
        assertEquals(new ProviderEvent.Started(CALL), events.take());
        call.grant(1);
        assertEquals(new ProviderEvent.TextDelta(CALL, "hello"), events.take());
        assertEquals(Outcome.SUCCESS, outcome());
    }

    /** A model that hands over its words, and goes on only when they have left. */
    @Test
    void whatAModelHandsOverLeavesWhileItStillWrites() throws InterruptedException {
        CountDownLatch left = new CountDownLatch(1);
        Model.WantedCall wish = new Model.WantedCall("w1", "weather", "{}");
        Model writing = new Model() {
            @Override
            public Reply reply(Prompt prompt, CancelToken cancel) {
                throw new AssertionError("it writes bit by bit");
            }

            @Override
            public Reply reply(Prompt prompt, CancelToken cancel, Draft draft) throws ModelFailure {
                draft.text("Let me ");
                draft.text("");
                draft.call(wish);
                try {
                    left.await();
                } catch (InterruptedException e) {
                    throw new ModelFailure("interrupted", false);
                }
                return new Reply("look.", List.of(), 5);
            }
        };
        start(writing).grant(Long.MAX_VALUE);
        assertEquals(new ProviderEvent.Started(CALL), events.take());
        assertEquals(new ProviderEvent.TextDelta(CALL, "Let me "), events.take());
        assertEquals(new ProviderEvent.ToolCallRequested(CALL, wish), events.take());
        left.countDown();
        assertEquals(new ProviderEvent.TextDelta(CALL, "look."), events.take());
        assertEquals(new ProviderEvent.Used(CALL, 0, 5), events.take());
        assertEquals(new ProviderEvent.Ended(CALL, Outcome.SUCCESS), events.take());
    }

    @Test
    void whatIsNoQuestionToAModelIsRefused() throws InterruptedException {
        provider((prompt, cancel) -> Model.Reply.says(""))
                .start(CALL, new ProviderRequest.DetectVoice(16_000, 500), events::add, CancelToken.NEVER);
        assertEquals(Outcome.Kind.ERROR, outcome().kind());
    }

    private ProviderCall start(Model model) {
        return provider(model).start(CALL, REQUEST, events::add, CancelToken.NEVER);
    }

    private static ModelProvider provider(Model model) {
        return new ModelProvider(PROFILE, model, Thread::startVirtualThread);
    }

    private Outcome outcome() throws InterruptedException {
        while (true) {
            if (events.take() instanceof ProviderEvent.Ended ended) {
                return ended.outcome();
            }
        }
    }
}
