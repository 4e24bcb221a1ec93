package dev.parley.provider.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.RandomSource;
import dev.parley.pipeline.cancel.CancelScope;
import dev.parley.pipeline.cancel.ScopeKind;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderProfile.Limits;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.VirtualTime;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items 18, 23 and 24: retry, circuit and fallback; one end whatever happens; late output is late. */
class DispatchTest implements DispatchListener {
    private static final Script GOOD = Script.answer("fine", 100, 300);

    private final VirtualTime time = new VirtualTime();
    private final List<String> heard = new ArrayList<>();
    private Limits limits = Limits.NONE;
    private int failuresMax = 3;

    @Test
    void aGoodCallIsOneAttemptAndOneEnd() {
        run(RetryPolicy.NONE, provider("a", GOOD));
        assertEquals(List.of("attempt a 1", "fine", "done success"), heard);
    }

    @Test
    void aFailureIsTriedAgainAfterItsPauseAndThenElsewhere() {
        Script overload = Script.failing(Outcome.overload(0, "busy"), 0);
        run(new RetryPolicy(2, 50, 50), provider("a", overload, overload), provider("b", GOOD));
        assertEquals(
                List.of(
                        "attempt a 1",
                        "a overload",
                        "attempt a 2",
                        "a overload",
                        "switch a b",
                        "attempt b 3",
                        "fine",
                        "done success"),
                heard);
    }

    @Test
    void whatNoRetryHelpsGoesToTheNextProviderAtOnce() {
        run(
                new RetryPolicy(3, 50, 50),
                provider("a", Script.failing(Outcome.error(false, "bad"), 0)),
                provider("b", GOOD));
        assertEquals(List.of("attempt a 1", "a error", "switch a b", "attempt b 2", "fine", "done success"), heard);
    }

    @Test
    void aCallWithoutEndTimesOutAndWhatItSendsThenIsLate() {
        Script slow = Script.answer("too late", 2_500, 2_600).ignoringCancel();
        run(RetryPolicy.NONE, provider("a", slow), provider("b", GOOD));
        assertEquals(
                List.of(
                        "attempt a 1",
                        "a timeout",
                        "switch a b",
                        "attempt b 2",
                        "fine",
                        "done success",
                        "late TextDelta",
                        "late TextDelta",
                        "late Used",
                        "late Ended"),
                heard);
    }

    @Test
    void whenNobodyIsLeftTheLastOutcomeIsTheEnd() {
        run(RetryPolicy.NONE, provider("a", Script.failing(Outcome.timeout("t"), 0)));
        assertEquals(List.of("attempt a 1", "a timeout", "done timeout"), heard);
    }

    @Test
    void aSafetyBlockIsNotTriedElsewhere() {
        run(RetryPolicy.NONE, provider("a", Script.failing(Outcome.safetyBlock("no"), 0)), provider("b", GOOD));
        assertEquals(List.of("attempt a 1", "done safety_block"), heard);
    }

    @Test
    void anOpenCircuitIsNotCalled() {
        failuresMax = 1;
        GuardedProvider a = provider("a", Script.failing(Outcome.overload(0, "busy"), 0));
        run(RetryPolicy.NONE, a, provider("b", GOOD));
        heard.clear();
        run(RetryPolicy.NONE, a, provider("b", GOOD));
        assertEquals(List.of("a overload", "switch a b", "attempt b 2", "fine", "done success"), heard);
    }

    @Test
    void aCallBeyondTheLimitsIsNotMade() {
        limits = new Limits(1, 1, 5);
        GuardedProvider a = provider("a", GOOD);
        limits = Limits.NONE;
        run(RetryPolicy.NONE, a, provider("b", GOOD));
        assertEquals(List.of("a error", "switch a b", "attempt b 2", "fine", "done success"), heard);
        assertEquals(List.of(), ((ScriptedProvider) a.provider()).requests());
    }

    @Test
    void aCancelEndsTheWorkAtOnceAndTheRestIsLate() {
        GuardedProvider a = provider("a", GOOD.ignoringCancel());
        Dispatch dispatch = dispatch(RetryPolicy.NONE, Work.Remaining.ALL, a);
        dispatch.start();
        time.pass(50);
        dispatch.cancel("interrupted");
        dispatch.cancel("again");
        time.pass(1_000);
        assertEquals(List.of("attempt a 1", "done cancelled", "late TextDelta", "late Used", "late Ended"), heard);
        assertEquals(0, a.gate().running());
    }

    @Test
    void theNextProviderIsAskedOnlyForWhatIsLeft() {
        Script half = Script.answer("one ", 100, 150).ending(Outcome.error(true, "broke off"));
        GuardedProvider b = provider("b", GOOD);
        Work.Remaining rest = (request, delivered) -> new ProviderRequest.Generate(
                new Model.Prompt(
                        List.of(new Model.Message.UserSaid(
                                "ana",
                                "after "
                                        + delivered.stream()
                                                .filter(ProviderEvent.TextDelta.class::isInstance)
                                                .count())),
                        List.of(),
                        100),
                1);
        dispatch(RetryPolicy.NONE, rest, provider("a", half), b).start();
        time.pass(1_000);
        ProviderRequest.Generate asked = (ProviderRequest.Generate)
                ((ScriptedProvider) b.provider()).requests().getFirst();
        assertEquals(
                List.of(new Model.Message.UserSaid("ana", "after 2")),
                asked.prompt().messages());
    }

    private GuardedProvider provider(String name, Script... scripts) {
        Iterator<Script> next = Arrays.asList(scripts).iterator();
        ProviderProfile profile = new ProviderProfile(
                name, Modality.LLM, true, true, 50, new ProviderProfile.Timeouts(2_000, 2_000), limits);
        ScriptedProvider scripted = new ScriptedProvider(profile, request -> next.next(), time, time.timers());
        return GuardedProvider.of(scripted, new CircuitBreaker(failuresMax, 60_000));
    }

    private void run(RetryPolicy retry, GuardedProvider... providers) {
        dispatch(retry, Work.Remaining.ALL, providers).start();
        time.pass(5_000);
    }

    private Dispatch dispatch(RetryPolicy retry, Work.Remaining remaining, GuardedProvider... providers) {
        Dispatch[] dispatch = new Dispatch[1];
        CancelScope node = CancelScope.session("s").child(ScopeKind.TURN, "1").child(ScopeKind.NODE, "llm");
        RandomSource none = () -> 0;
        Dispatch.Supplies supplies = new Dispatch.Supplies(
                List.of(providers),
                retry,
                node,
                event -> {
                    time.timers().at(time.monotonicNanos(), 0, () -> dispatch[0].onEvent(event));
                    return true;
                },
                time.timers(),
                time::monotonicNanos,
                none);
        ProviderRequest request = new ProviderRequest.Generate(new Model.Prompt(List.of(), List.of(), 100), 1);
        dispatch[0] = new Dispatch(new Work("c", 1, "k", request, 10, 1_000, remaining), supplies, this);
        return dispatch[0];
    }

    @Override
    public void onAttempt(ProviderInvocation invocation) {
        heard.add("attempt " + invocation.provider() + " " + invocation.attempt());
    }

    @Override
    public void onEvent(ProviderEvent event) {
        if (event instanceof ProviderEvent.TextDelta delta) {
            heard.add(delta.text());
        }
    }

    @Override
    public void onProviderError(ProviderInvocation invocation, Outcome outcome) {
        heard.add(invocation.provider() + " " + outcome.kind().spelled());
    }

    @Override
    public void onCircuitOpen(String provider) {
        heard.add("circuit " + provider);
    }

    @Override
    public void onSwitch(String from, String to) {
        heard.add("switch " + from + " " + to);
    }

    @Override
    public void onLate(ProviderEvent event) {
        heard.add("late " + event.getClass().getSimpleName());
    }

    @Override
    public void onDone(Outcome outcome) {
        heard.add("done " + outcome.kind().spelled());
    }
}
