package dev.parley.provider.scripted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.provider.InvocationRecord;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 22 and 24: what a call gave is recorded and given again without the provider. */
class PlaybackTest {
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "p", Modality.LLM, true, true, 50, new ProviderProfile.Timeouts(2_000, 2_000), ProviderProfile.Limits.NONE);
    private static final ProviderInvocation CALL = new ProviderInvocation("c1", "p", Modality.LLM, "c", 1, "k", 1, 1);
    private static final ProviderRequest REQUEST =
            new ProviderRequest.Generate(new Model.Prompt(List.of(), List.of(), 100), "", List.of(), 1);

    @Test
    void aPlaybackGivesTheSameEventsAtTheSameTimes() {
        VirtualTime live = new VirtualTime();
        InvocationRecord record = new InvocationRecord(CALL);
        ScriptedProvider provider =
                new ScriptedProvider(PROFILE, request -> Script.answer("one two three", 100, 300), live, live.timers());
        provider.start(
                        CALL,
                        REQUEST,
                        event -> {
                            record.add(live.wallMillis(), event);
                            return true;
                        },
                        CancelToken.NEVER)
                .grant(Long.MAX_VALUE);
        live.pass(1_000);

        VirtualTime again = new VirtualTime();
        InvocationRecord second = new InvocationRecord(CALL);
        new PlaybackProvider(PROFILE, List.of(record), again, again.timers())
                .start(
                        CALL,
                        REQUEST,
                        event -> {
                            second.add(again.wallMillis(), event);
                            return true;
                        },
                        CancelToken.NEVER)
                .grant(Long.MAX_VALUE);
        again.pass(1_000);
        assertEquals(record.events(), second.events());
        assertEquals(Outcome.SUCCESS, second.outcome().orElseThrow());
    }

    @Test
    void whatWasNotRecordedIsAnErrorAndNotAGuess() {
        VirtualTime time = new VirtualTime();
        List<ProviderEvent> events = new ArrayList<>();
        new PlaybackProvider(PROFILE, List.of(), time, time.timers())
                .start(CALL, REQUEST, events::add, CancelToken.NEVER);
        time.pass(10);
        assertEquals(
                Outcome.Kind.ERROR,
                ((ProviderEvent.Ended) events.getLast()).outcome().kind());
    }

    @Test
    void nothingIsRecordedAfterTheEnd() {
        InvocationRecord record = new InvocationRecord(CALL);
        record.add(0, new ProviderEvent.Ended(CALL, Outcome.SUCCESS));
        assertThrows(IllegalStateException.class, () -> record.add(1, new ProviderEvent.Started(CALL)));
    }
}
