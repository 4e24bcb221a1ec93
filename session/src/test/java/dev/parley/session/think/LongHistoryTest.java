package dev.parley.session.think;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Roster;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.supervise.Supervisor;
import dev.parley.session.time.LoopClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A history is looked through when it grows and when what may be told of it changes, and not for every prompt. */
@Timeout(120)
class LongHistoryTest {
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final int ENTRIES = 200;
    private static final int ROUNDS = 9;
    /** In these the code is compiled. */
    private static final int WARM_ROUNDS = 5;

    private static final int TIMES_AS_LONG_MAX = 4;
    private static final String WORD = "zz ";

    private static final class MemoryJournal implements Journal {
        private long last;
        private Hash hash = Hash.ZERO;

        @Override
        public Rune append(RuneDraft draft) {
            Rune rune = Rune.of(draft, ++last, hash);
            hash = rune.hash();
            return rune;
        }

        @Override
        public boolean isDurable(long eventId) {
            return true;
        }
    }

    private static final class Talk {
        final Recorder recorder;
        final SessionHousehold house;
        final Prompts prompts;

        Talk() {
            TimeSource time = new TimeSource() {
                @Override
                public long monotonicNanos() {
                    return 1_000_000_000L;
                }

                @Override
                public long wallMillis() {
                    return 1_800_000_000_000L;
                }
            };
            LoopClock clock = new LoopClock(time, (at, rank, callback) -> () -> {}, Runnable::run);
            recorder = new Recorder("c", new MemoryJournal(), clock);
            house = SessionHousehold.recorded(HouseSpec.standard().visitedBy("ana", true), recorder, clock);
            SpeechStreams streams = new SpeechStreams(recorder, clock);
            prompts = new Prompts(
                    recorder,
                    new NoTools(),
                    BudgetSpec.unlimited(),
                    house,
                    new Supervisor(Roster.ALONE, recorder, clock, streams));
            streams.opened();
            house.settleIn();
            house.remember("ana", "allergy", "peanuts");
        }

        void hears(String words) {
            recorder.write(new UserSpoke(new UserText(words, "ana", null, null, null, null)), 1);
        }

        List<Model.Message> told() {
            return prompts.now("ana", null).messages();
        }

        void strangerComes() {
            house.changed(new PeopleChanged(
                    "mode", "participant_detected", "", Json.Obj.EMPTY.with("person", "unknown"), ""));
        }
    }

    private static final class NoTools implements ToolShelf {
        @Override
        public @Nullable Listing listing(String tool) {
            return null;
        }

        @Override
        public void start(ToolCall call, long deadlineMs) {}

        @Override
        public void cancel(String callId) {}
    }

    private static Talk ofEntries(int words) {
        Talk talk = new Talk();
        for (int i = 0; i < ENTRIES; i++) {
            talk.hears(WORD.repeat(words) + i);
        }
        return talk;
    }

    /** What a prompt takes after one more message. */
    private static long nanos(Talk talk, String words, int round) {
        talk.hears(words + round);
        long from = CPU.getCurrentThreadCpuTime();
        assertTrue(talk.told().size() >= ENTRIES);
        return CPU.getCurrentThreadCpuTime() - from;
    }

    private static long median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    @Test
    void aPromptTakesNoLongerForLongEntriesThatWereToldBefore() {
        Talk brief = ofEntries(10);
        Talk lengthy = ofEntries(1_330);
        long[] ofBrief = new long[ROUNDS];
        long[] ofLengthy = new long[ROUNDS];
        for (int round = 0; round < WARM_ROUNDS; round++) {
            nanos(brief, "and", round);
            nanos(lengthy, "and", round);
        }
        for (int round = 0; round < ROUNDS; round++) {
            ofBrief[round] = nanos(brief, "and", round);
            ofLengthy[round] = nanos(lengthy, "and", round);
        }
        assertTrue(
                median(ofLengthy) <= TIMES_AS_LONG_MAX * median(ofBrief),
                "entries that are 133 times as long take " + median(ofLengthy) + " ns, not about " + median(ofBrief));
    }

    @Test
    void whatWasHeardIsNotHeardAgainWhenAProfileChanges() {
        long[] first = new long[ROUNDS];
        long[] changed = new long[ROUNDS];
        for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
            Talk talk = ofEntries(1_330);
            long nanos = nanos(talk, "and", round);
            talk.house.remember("ana", "pet", "cat" + round);
            long nanosChanged = nanos(talk, "and", round);
            if (round >= 0) {
                first[round] = nanos;
                changed[round] = nanosChanged;
            }
        }
        assertTrue(
                TIMES_AS_LONG_MAX * median(changed) <= median(first),
                "a change takes " + median(changed) + " ns, the first prompt " + median(first));
    }

    @Test
    void noticesWhatMayNoLongerBeTold() {
        Talk talk = new Talk();
        talk.hears("I ate peanuts.");
        talk.hears("And now?");
        assertEquals(
                new Model.Message.UserSaid("ana", "I ate peanuts."), talk.told().getFirst());
        talk.strangerComes();
        assertEquals(new Model.Message.UserSaid("ana", "(private)"), talk.told().getFirst());
        assertEquals(new Model.Message.UserSaid("ana", "(private)"), talk.told().getFirst());
    }

    @Test
    void noticesWhatHasBecomeAFact() {
        Talk talk = new Talk();
        talk.strangerComes();
        talk.hears("I ate almonds.");
        talk.hears("And now?");
        assertEquals(
                new Model.Message.UserSaid("ana", "I ate almonds."), talk.told().getFirst());
        talk.house.remember("ana", "allergy", "almonds");
        assertEquals(new Model.Message.UserSaid("ana", "(private)"), talk.told().getFirst());
    }

    @Test
    void tellsAnOldTextWithAFactNotAtAll() {
        Talk talk = new Talk();
        talk.strangerComes();
        talk.hears("Hello. I ate peanuts.");
        for (int i = 0; i < 40; i++) {
            talk.hears("Hello. I ate almonds.");
            List<Model.Message> told = talk.told();
            String first =
                    told.size() == 1 ? "Hello. I ate peanuts." : told.size() <= 32 ? "Hello. (private)" : "(private)";
            assertEquals(new Model.Message.UserSaid("ana", first), told.getFirst());
            assertEquals(new Model.Message.UserSaid("ana", "Hello. I ate almonds."), told.getLast());
        }
    }

    /** Of a text of very many sentences the later ones are one. */
    @Test
    void tellsWhatIsNotPrivateInAText() {
        Talk talk = new Talk();
        talk.strangerComes();
        talk.hears("Hello. I ate peanuts. " + "Fine. ".repeat(40) + "Good.");
        talk.hears("Hello. " + "Fine. ".repeat(40) + "I ate peanuts.");
        talk.hears("And now?");
        List<Model.Message> told = talk.told();
        assertEquals(
                new Model.Message.UserSaid("ana", "Hello. (private) " + "Fine. ".repeat(40) + "Good."), told.get(0));
        assertEquals(new Model.Message.UserSaid("ana", "Hello. " + "Fine. ".repeat(14) + "(private)"), told.get(1));
    }
}
