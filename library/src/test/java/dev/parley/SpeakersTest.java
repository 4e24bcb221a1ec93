package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.GivenBack;
import dev.parley.session.event.SessionEvent.HumanSaid;
import dev.parley.session.event.SessionEvent.Role;
import dev.parley.session.event.SessionEvent.TakenOver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every wish about the floor is decided in a bounded time, with a reason, and by what was decided about it alone. */
@Timeout(60)
class SpeakersTest {
    private static final long FOR_EVER_MS = 3_600_000;
    private static final Role NIGHT = new Role("operator", "night");
    private static final Role DAY = new Role("operator", "day");

    private final List<SessionEvent> entered = new ArrayList<>();
    private final List<Runnable> refusals = new ArrayList<>();
    private boolean open = true;
    private final Speakers speakers = within(FOR_EVER_MS);

    private Speakers within(long ms) {
        return new Speakers(
                (event, refused) -> {
                    entered.add(event);
                    refusals.add(refused);
                    return open;
                },
                () -> CompletableFuture.completedFuture(null),
                Runnable::run,
                ms);
    }

    private static Rune rune(String kind, Json.Obj payload) {
        return Rune.of(RuneDraft.of("talk", kind, payload), 1, Hash.ZERO);
    }

    private static Rune human(String kind, String act, Role by) {
        Json.Obj told = Json.Obj.EMPTY.with("human", "joy").with("act", act);
        return rune(kind, told.with("role", by.role()).with("key", by.key()));
    }

    private static Rune verdict(String actor, String action, String decision) {
        return rune(
                "verdict.stream",
                Json.Obj.EMPTY
                        .with("actor", actor)
                        .with("action", action)
                        .with("decision", decision)
                        .with("reason", "because"));
    }

    private static Rune refusal(String actor, String act) {
        return rune(
                "system.invariant_violation",
                Json.Obj.EMPTY.with("actor", actor).with("act", act).with("reason", "because of " + actor));
    }

    private static String reason(CompletableFuture<?> wish) {
        assertTrue(wish.isDone());
        return wish.handle((_, why) -> String.valueOf(why.getMessage())).join();
    }

    @Test
    void aWishThatHadToWaitAndIsNotTakenInIsToldSo() {
        CompletableFuture<Void> said = speakers.said("joy", "Hello.", NIGHT);
        assertFalse(said.isDone());
        refusals.getFirst().run();
        assertEquals(
                "the conversation takes nothing in at the moment", reason(said).replaceFirst(".*: ", ""));
    }

    @Test
    void aWishThatNobodyDecidesIsGivenUpInTime() {
        Decided decided = within(1).decided(new TakenOver("joy", NIGHT)).join();
        assertEquals(new Decided.Undecided(Decided.Why.LATE), decided);
    }

    @Test
    void aTakeoverThatIsGrantedWhenNobodyWaitsForItAnyMoreIsGivenBack() {
        Speakers hasty = within(1);
        hasty.decided(new TakenOver("joy", NIGHT)).join();
        hasty.recorded(human("human.acted", "take_over", NIGHT));
        hasty.recorded(verdict("joy", "CLAIM", "allowed"));
        assertEquals(new GivenBack("joy", NIGHT), entered.getLast());
    }

    @Test
    void afterTheEndEverybodyIsToldThatItIsOver() {
        CompletableFuture<Decided> waiting = speakers.decided(new HumanSaid("joy", "Hello.", NIGHT));
        speakers.over();
        open = false;
        Decided over = new Decided.Undecided(Decided.Why.OVER);
        assertEquals(
                List.of(over, over),
                List.of(
                        waiting.join(),
                        speakers.decided(new GivenBack("joy", NIGHT)).join()));
    }

    @Test
    void aRefusalAnswersTheWishOfWhomItNamesAndNoOther() {
        CompletableFuture<Boolean> handed = speakers.handOver("clerk", "manager");
        CompletableFuture<Void> said = speakers.said("joy", "Hello.", NIGHT);
        CompletableFuture<Void> givenBack = speakers.gaveBack("joy", NIGHT);
        speakers.recorded(refusal("", ""));
        speakers.recorded(refusal("manager", "transfer"));
        speakers.recorded(refusal("joy", "say"));
        assertFalse(handed.isDone() || said.isDone() || givenBack.isDone(), "none of these is theirs");
        speakers.recorded(human("human.refused", "give_back", NIGHT));
        speakers.recorded(refusal("joy", "give_back"));
        assertFalse(handed.isDone() || said.isDone());
        assertTrue(reason(givenBack).endsWith("because of joy"));
        speakers.recorded(verdict("clerk", "TRANSFER", "allowed"));
        assertEquals(true, handed.join());
    }

    @Test
    void twoWhoActAsTheSameHumanAreAnsweredEachForThemselves() {
        CompletableFuture<Decided> night = speakers.decided(new TakenOver("joy", NIGHT));
        CompletableFuture<Decided> day = speakers.decided(new TakenOver("joy", DAY));
        speakers.recorded(human("human.acted", "take_over", DAY));
        speakers.recorded(verdict("joy", "INTERRUPT", "allowed"));
        speakers.recorded(verdict("agent", "RELEASE", "allowed"));
        speakers.recorded(verdict("joy", "CLAIM", "allowed"));
        assertFalse(night.isDone());
        assertInstanceOf(Decided.Granted.class, day.join());
        speakers.recorded(human("human.acted", "take_over", NIGHT));
        speakers.recorded(verdict("joy", "CLAIM", "denied"));
        assertInstanceOf(Decided.Refused.class, night.join());
    }

    @Test
    void moreWishesThanCanWaitAreToldSo() {
        for (int i = 0; i < Speakers.WAITING_MAX; i++) {
            assertFalse(speakers.decided(new GivenBack("joy", NIGHT)).isDone());
        }
        assertEquals(
                new Decided.Undecided(Decided.Why.FULL),
                speakers.decided(new GivenBack("joy", NIGHT)).join());
    }
}
