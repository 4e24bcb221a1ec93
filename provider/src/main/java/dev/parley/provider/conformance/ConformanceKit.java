package dev.parley.provider.conformance;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.math.BigDecimal;
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
            case TAKES_ALL_INPUT_AT_ONCE -> takesAllInputAtOnce(exercise);
            case STAYS_WITHIN_ITS_CREDIT -> staysWithinItsCredit(exercise);
            case STREAMS_AS_DECLARED -> streamsAsDeclared(exercise);
            case SHOWS_LIFE -> showsLife(exercise);
            case SPEAKS_AT_THE_RATE -> speaksAtTheRate(exercise);
            case DECIDES_ONCE -> decidesOnce(exercise);
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

    /** A call that was over before it could be cancelled is begun again with a credit that holds it up. */
    private static Optional<String> stopsWhenCancelled(Exercise exercise) {
        Listening listening = new Listening();
        ProviderCall call = exercise.start(listening);
        exercise.waitForFirst(listening);
        if (listening.hasEnded()) {
            listening = new Listening();
            call = exercise.open(listening);
            call.grant(1);
        }
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
                : new ProviderRequest.Synthesize("x", "", BigDecimal.ONE, BigDecimal.ONE, 16_000, 0);
        exercise.start(listening, other, CancelToken.NEVER);
        exercise.waitForEnd(listening, exercise.callMs());
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
        exercise.waitForEnd(first, exercise.callMs());
        exercise.waitForEnd(second, exercise.callMs());
        return unless(
                first.ends() == 1 && second.ends() == 1 && first.isOnly("c1") && second.isOnly("c2"),
                "events were mixed or missing");
    }

    private static Optional<String> ordersItsContent(Exercise exercise) {
        return ContentOrder.fault(exercise.complete());
    }

    private static Optional<String> takesNoLateInput(Exercise exercise) {
        ProviderCall call = exercise.begin(new Listening(), "c1");
        call.finishInput();
        return unless(!call.feed(AudioFrame.silence(16_000, 0, 20)), "it took audio after the end of its input");
    }

    private static Optional<String> takesAllInputAtOnce(Exercise exercise) {
        Listening listening = new Listening();
        ProviderCall call = exercise.open(listening);
        call.grant(Long.MAX_VALUE);
        for (AudioFrame frame : exercise.subject().audio()) {
            if (!exercise.feed(call, frame)) {
                return Optional.of("it did not take the audio at " + frame.mediaMs() + " ms");
            }
        }
        exercise.finish(call);
        exercise.waitForEnd(listening, exercise.callMs());
        return unless(listening.outcome().filter(Outcome::isSuccess).isPresent(), listening.seen());
    }

    /** Only text and audio cost credit. */
    private static Optional<String> staysWithinItsCredit(Exercise exercise) {
        if (exercise.profile().modality().listens()) {
            return Optional.empty();
        }
        Listening listening = new Listening();
        ProviderCall call = exercise.open(listening);
        exercise.waitFor(() -> listening.hasEnded() || listening.pieces() > 0);
        if (listening.hasEnded() || listening.pieces() > 0) {
            return Optional.of("without credit: " + listening.seen());
        }
        call.grant(1);
        exercise.waitFor(() -> listening.hasEnded() || listening.pieces() > 1);
        if (listening.pieces() != 1) {
            return Optional.of(listening.pieces() + " pieces for a credit of 1");
        }
        call.grant(Long.MAX_VALUE - 1);
        exercise.waitForEnd(listening, exercise.callMs());
        return unless(listening.outcome().filter(Outcome::isSuccess).isPresent(), listening.seen());
    }

    /** Speech comes in frames whether its provider makes it piece by piece or not. */
    private static Optional<String> streamsAsDeclared(Exercise exercise) {
        ProviderProfile profile = exercise.profile();
        boolean whole = !profile.streams() && profile.modality() == Modality.LLM;
        if (profile.modality().listens() || !(profile.streams() || whole)) {
            return Optional.empty();
        }
        Listening listening = new Listening();
        ProviderCall call = exercise.open(listening);
        call.grant(1);
        exercise.waitFor(() -> listening.hasEnded() || listening.pieces() > 0);
        if (profile.streams() && listening.hasEnded()) {
            return Optional.of("it ended with its first piece: " + listening.seen());
        }
        call.grant(Long.MAX_VALUE - 1);
        exercise.waitForEnd(listening, exercise.callMs());
        int pieces = listening.pieces();
        return unless(profile.streams() ? pieces > 1 : pieces <= 1, pieces + " pieces");
    }

    private static Optional<String> showsLife(Exercise exercise) {
        Listening listening = new Listening();
        exercise.finish(exercise.begin(listening, "c1"));
        long silenceMs = exercise.profile().timeouts().silenceMs();
        List<ProviderEvent> seen = listening.events();
        while (seen.isEmpty() || !(seen.getLast() instanceof ProviderEvent.Ended)) {
            int before = seen.size();
            long quietMs = before > 0 && seen.getLast() instanceof ProviderEvent.Alive alive ? alive.quietMs() : 0;
            long withinMs = Math.min(quietMs, exercise.callMs()) + silenceMs;
            exercise.subject().waitUntil(() -> listening.events().size() > before, withinMs);
            seen = listening.events();
            if (seen.size() == before) {
                return Optional.of("nothing for " + withinMs + " ms after " + before + " events");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> speaksAtTheRate(Exercise exercise) {
        if (!(exercise.subject().request() instanceof ProviderRequest.Synthesize normal)) {
            return Optional.empty();
        }
        ProviderRequest.Synthesize slow = new ProviderRequest.Synthesize(
                normal.text(),
                normal.voice(),
                normal.rate().multiply(new BigDecimal("0.5")),
                normal.pauses(),
                normal.sampleRateHz(),
                normal.authoredMs());
        long normalMs = exercise.spokenMs(normal);
        long slowMs = exercise.spokenMs(slow);
        return unless(slowMs > normalMs, slowMs + " ms at half the rate, " + normalMs + " ms at the normal one");
    }

    private static Optional<String> decidesOnce(Exercise exercise) {
        long scores = exercise.complete().stream()
                .filter(ProviderEvent.EndScored.class::isInstance)
                .count();
        boolean judges = exercise.profile().modality() == Modality.END_OF_TURN;
        return unless(scores == (judges ? 1 : 0), scores + " scores");
    }

    private static Optional<String> unless(boolean holds, String otherwise) {
        return holds ? Optional.empty() : Optional.of(otherwise);
    }
}
