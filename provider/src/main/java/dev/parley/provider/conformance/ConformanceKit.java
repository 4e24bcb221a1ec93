package dev.parley.provider.conformance;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Exercises a provider. Each check gets a fresh subject, and answers what was wrong or nothing. */
public final class ConformanceKit {
    private final Supplier<Subject> subjects;

    public ConformanceKit(Supplier<Subject> subjects) {
        this.subjects = subjects;
    }

    public Optional<String> check(Check check) {
        Exercise exercise = new Exercise(subjects.get());
        return switch (check) {
            case BEGINS_WITH_STARTED -> beginsWithStarted(exercise);
            case ENDS_EXACTLY_ONCE -> endsExactlyOnce(exercise);
            case SUCCEEDS_WITH_CONTENT -> succeedsWithContent(exercise);
            case SHOWS_ITS_INVOCATION -> showsItsInvocation(exercise);
            case STOPS_WHEN_CANCELLED -> stopsWhenCancelled(exercise);
            case TAKES_A_SECOND_CANCEL -> takesASecondCancel(exercise);
            case HONOURS_A_CANCELLED_TOKEN -> honoursACancelledToken(exercise);
            case REFUSES_ANOTHER_KIND -> refusesAnotherKind(exercise);
            case STOPS_WHEN_REFUSED -> stopsWhenRefused(exercise);
            case KEEPS_CALLS_APART -> keepsCallsApart(exercise);
            case ORDERS_ITS_CONTENT -> ordersItsContent(exercise);
            case TAKES_NO_LATE_INPUT -> takesNoLateInput(exercise);
        };
    }

    private static Optional<String> beginsWithStarted(Exercise exercise) {
        List<ProviderEvent> events = exercise.complete();
        return unless(
                !events.isEmpty() && events.getFirst() instanceof ProviderEvent.Started,
                "the first of " + events.size() + " events was something else");
    }

    private static Optional<String> endsExactlyOnce(Exercise exercise) {
        List<ProviderEvent> events = exercise.complete();
        long ends =
                events.stream().filter(ProviderEvent.Ended.class::isInstance).count();
        boolean last = !events.isEmpty() && events.getLast() instanceof ProviderEvent.Ended;
        return unless(ends == 1 && last, ends + " ends, at the end: " + last);
    }

    private static Optional<String> succeedsWithContent(Exercise exercise) {
        Listening listening = new Listening();
        exercise.run(listening);
        boolean succeeded = listening.outcome().filter(Outcome::isSuccess).isPresent();
        return unless(succeeded && listening.contents() > 0, listening.seen());
    }

    private static Optional<String> showsItsInvocation(Exercise exercise) {
        List<ProviderEvent> events = exercise.complete();
        boolean shown = events.stream().allMatch(event -> event.invocation().equals(exercise.invocation("c1")));
        return unless(!events.isEmpty() && shown, "an event showed another invocation");
    }

    private static Optional<String> stopsWhenCancelled(Exercise exercise) {
        Listening listening = new Listening();
        ProviderCall call = exercise.start(listening);
        exercise.waitForFirst(listening);
        call.cancel();
        int before = listening.contents();
        exercise.waitForEnd(listening, exercise.profile().cancelWithinMs());
        if (!listening.wasCancelled()) {
            return Optional.of("in the declared time: " + listening.seen());
        }
        exercise.waitForMischief();
        return unless(listening.contents() == before && listening.ends() == 1, listening.seen());
    }

    private static Optional<String> takesASecondCancel(Exercise exercise) {
        Listening listening = new Listening();
        ProviderCall call = exercise.start(listening);
        call.cancel();
        call.cancel();
        exercise.waitForEnd(listening, exercise.profile().cancelWithinMs());
        call.cancel();
        exercise.waitForMischief();
        return unless(listening.ends() == 1, listening.seen());
    }

    private static Optional<String> honoursACancelledToken(Exercise exercise) {
        Listening listening = new Listening();
        CancelToken cancelled = new CancelToken() {
            @Override
            public boolean isCancelled() {
                return true;
            }

            @Override
            public void onCancel(Runnable action) {
                action.run();
            }
        };
        exercise.start(listening, cancelled);
        exercise.waitForEnd(listening, exercise.profile().cancelWithinMs());
        return unless(listening.wasCancelled() && listening.contents() == 0, listening.seen());
    }

    private static Optional<String> refusesAnotherKind(Exercise exercise) {
        Listening listening = new Listening();
        ProviderRequest other = exercise.profile().modality() == Modality.TTS
                ? new ProviderRequest.DetectVoice(16_000, 500)
                : new ProviderRequest.Synthesize("x", "", 1_000, 1_000, 16_000);
        exercise.start(listening, other, CancelToken.NEVER);
        exercise.waitForEnd(listening, exercise.profile().timeoutMs());
        boolean refused = listening
                .outcome()
                .filter(outcome -> outcome.kind() == Outcome.Kind.ERROR && !outcome.retryable())
                .isPresent();
        return unless(refused, listening.seen());
    }

    /** One event may already be on its way when the first is refused. */
    private static Optional<String> stopsWhenRefused(Exercise exercise) {
        Listening listening = new Listening();
        listening.refuseFrom(1);
        exercise.run(listening);
        exercise.waitForMischief();
        return unless(listening.refused() <= 2, listening.refused() + " events were offered and refused");
    }

    private static Optional<String> keepsCallsApart(Exercise exercise) {
        Listening first = new Listening();
        Listening second = new Listening();
        ProviderCall one = exercise.begin(first, "c1");
        ProviderCall two = exercise.begin(second, "c2");
        exercise.finish(one);
        exercise.finish(two);
        exercise.waitForEnd(first, exercise.profile().timeoutMs());
        exercise.waitForEnd(second, exercise.profile().timeoutMs());
        return unless(
                first.ends() == 1 && second.ends() == 1 && first.isOnly("c1") && second.isOnly("c2"),
                "events were mixed or missing");
    }

    private static Optional<String> ordersItsContent(Exercise exercise) {
        long media = Long.MIN_VALUE;
        boolean isFinal = false;
        for (ProviderEvent event : exercise.complete()) {
            if (isFinal && event instanceof ProviderEvent.PartialTranscript) {
                return Optional.of("a partial transcript followed the final one");
            }
            isFinal |= event instanceof ProviderEvent.FinalTranscript;
            if (event instanceof ProviderEvent.AudioChunk chunk) {
                AudioFrame frame = chunk.frame();
                if (frame.mediaMs() < media) {
                    return Optional.of("audio at " + frame.mediaMs() + " ms followed audio up to " + media + " ms");
                }
                media = frame.mediaMs() + frame.durationMs();
            }
        }
        return Optional.empty();
    }

    private static Optional<String> takesNoLateInput(Exercise exercise) {
        ProviderCall call = exercise.begin(new Listening(), "c1");
        call.finishInput();
        return unless(!call.feed(AudioFrame.silence(16_000, 0, 20)), "it took audio after the end of its input");
    }

    private static Optional<String> unless(boolean holds, String otherwise) {
        return holds ? Optional.empty() : Optional.of(otherwise);
    }
}
