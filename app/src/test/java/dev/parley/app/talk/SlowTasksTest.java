package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.Visit;
import dev.parley.agent.tool.ArgumentsSchema;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolSafety;
import dev.parley.pipeline.loop.LoopTimes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No task on the thread of all conversations computes much longer for a hostile client than for an honest one. */
@Timeout(300)
class SlowTasksTest {
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int TIMES_AS_LONG_MAX = 3;
    private static final int WARM = 3;

    /** Usually the first one is enough; so many where the machine is disturbed. */
    private static final int TRIES = 10;

    /** A fixed piece of work, of the same kind as understanding a sentence: a pattern that goes back often, and finds nothing. */
    private static final Pattern UNIT = Pattern.compile("\\b(?:turn|put)\\b.*\\b(?:on|off)\\b.*\\bnever said\\b");

    private static final String UNIT_TEXT = "turn on put off ".repeat(30);
    private static final int UNIT_WARM = 30;

    /** What the unit takes on the machine on which 20 ms were found to be much. A larger value only makes the test stricter. */
    private static final long UNIT_NANOS_USUALLY = 1_700_000;

    private static final int LINES = 30;
    private static final int CALLS = 8;

    /** What one turn takes in of lines that waited for it. */
    private static final int JOINED_CHARS_MAX = 11_900;

    /** However slow a machine is: what the review found took seconds. */
    private static final long PERMILLE_MAX = 4_000;

    private static final List<String> HONEST = List.of(
            "turn on the lights in the kitchen",
            "what is the weather like in Paris",
            "remember that my favourite colour is green",
            "ben is here",
            "speak slower please",
            "it is so dark in here that I can barely see anything at all");

    @TempDir
    private Path data = Path.of("");

    private int opened;

    private static List<String> hostile() {
        List<String> all = new ArrayList<>();
        for (String part : HostileWords.OF_THE_REVIEW) {
            for (int length : new int[] {399, 500, 4_000}) {
                all.add(HostileWords.of("", part, length));
                all.add(HostileWords.of("my allergy is ", part, length - 1) + "x");
            }
        }
        for (String part : List.of("i'm ", "keep ", "put ", "and ", "A", "my is ")) {
            all.add(HostileWords.of("", part, 399));
        }
        return all;
    }

    /** A list of short sentences, as long as a message may be. */
    private static String listOf(String... begins) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; all.length() < 3_950; i++) {
            all.append(begins[i % begins.length]).append(' ').append(i).append(". ");
        }
        return all.toString().strip();
    }

    private static void say(Conversation talk, List<String> said) {
        said.forEach(each -> talk.say(each).join());
    }

    private static void honest(Conversation talk) {
        say(talk, HONEST);
    }

    /**
     * What was measured one after the other.
     *
     * @param usual the longest task of the honest conversation
     * @param most the longest task of the hostile one
     * @param unit the work that is always the same, before and after them, whichever took less
     */
    private record Measured(long usual, long most, long unit) {}

    /**
     * Somebody else on the same thread who wants something every millisecond, so that tasks are cut into slices as they are
     * wherever somebody waits. A question that finds no room, or nobody, is answered by a failure, which is nothing here.
     */
    private static final class Neighbour implements AutoCloseable {
        private final ScheduledExecutorService asking = Executors.newSingleThreadScheduledExecutor();

        static Neighbour in(Conversation talk) {
            Neighbour neighbour = new Neighbour();
            var _ = neighbour.asking.scheduleWithFixedDelay(
                    () -> {
                        var _ = talk.isQuiet();
                    },
                    0,
                    1,
                    TimeUnit.MILLISECONDS);
            return neighbour;
        }

        @Override
        public void close() {
            asking.close();
        }
    }

    private static long unitOnce() {
        long from = CPU.getCurrentThreadCpuTime();
        if (UNIT.matcher(UNIT_TEXT).find()) {
            throw new IllegalStateException("there is nothing to find");
        }
        return CPU.getCurrentThreadCpuTime() - from;
    }

    private static long unit() {
        return Math.min(unitOnce(), Math.min(unitOnce(), unitOnce()));
    }

    /** What conversations are held with. */
    private interface World {
        ParleyBuilder in(Path record, ConfiguredTools shelf) throws IOException;
    }

    /** The house with its rules. */
    private static ParleyBuilder house(Path record, ConfiguredTools shelf) throws IOException {
        return new ConfiguredAgents(Configuration.DEFAULT, shelf).into(Parley.in(record));
    }

    /** The most that one task computed on the loop of a runtime in which this conversation has one quiet neighbour. */
    private long longest(World world, Consumer<Conversation> held) {
        opened++;
        try (ConfiguredTools shelf = ConfiguredTools.open(Configuration.DEFAULT.shelf(), data);
                Parley parley = world.in(data.resolve("record" + opened), shelf)
                        .carriers(1)
                        .open();
                Conversation other = parley.converse("neighbour", Visit.of("ben"));
                Conversation talk = parley.converse("talk", Visit.of("ana"));
                Neighbour _ = Neighbour.in(other)) {
            held.accept(talk);
            return parley.loops().stream()
                    .mapToLong(LoopTimes::longestCpuNanos)
                    .max()
                    .orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Honest and hostile alternate, and what is compared was measured within the same seconds. */
    private Measured measured(World world, Consumer<Conversation> honest, Consumer<Conversation> hostile) {
        long before = unit();
        long usual = longest(world, honest);
        long most = longest(world, hostile);
        return new Measured(usual, most, Math.min(before, unit()));
    }

    /** The middle one, so that neither a lucky nor a disturbed honest conversation decides. */
    private static long usual(List<Measured> all) {
        long[] sorted = all.stream().mapToLong(Measured::usual).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }

    private static long slowNanos(long unit) {
        long permille = Math.clamp(1_000 * unit / UNIT_NANOS_USUALLY, 1_000L, PERMILLE_MAX);
        return SLOW_NANOS * permille / 1_000;
    }

    /** Whether in one of the tries the hostile conversation held nobody up: what disturbs only adds to what it takes. */
    private static boolean isShortOnce(List<Measured> all) {
        return all.stream()
                .anyMatch(each -> each.most <= Math.max(slowNanos(each.unit), TIMES_AS_LONG_MAX * usual(all)));
    }

    /** Fails where the hostile conversation held others up three times as long as the honest one, and noticeably, in every try. */
    private void assertHeldUpNoLonger(World world, Consumer<Conversation> honest, Consumer<Conversation> hostile) {
        for (int warm = 0; warm < WARM; warm++) {
            longest(world, honest);
        }
        // The honest code was compiled by that; the hostile one gets its chance, too, before it counts.
        longest(world, hostile);
        for (int warm = 0; warm < UNIT_WARM; warm++) {
            unitOnce();
        }
        List<Measured> all = new ArrayList<>();
        while (all.size() < TRIES && !isShortOnce(all)) {
            all.add(measured(world, honest, hostile));
        }
        // Told always: how far from the limit it is on a quiet machine says whether there is room on a busy one.
        System.err.println("the longest tasks in ns, of an honest and of a hostile conversation, and the unit: " + all);
        assertTrue(
                isShortOnce(all),
                () -> "the longest tasks of an honest and of a hostile conversation, and the unit, try by try: " + all);
    }

    @Test
    void aHostileSentenceHoldsTheOthersUpNoLongerThanAnHonestOne() {
        assertHeldUpNoLonger(SlowTasksTest::house, SlowTasksTest::honest, talk -> {
            talk.say("hello").join();
            say(talk, hostile());
        });
    }

    @Test
    void aMessageFullOfThingsToRememberHoldsTheOthersUpNoLonger() {
        List<String> lists = List.of(
                listOf("I like cats", "I like boats"),
                listOf("remember that my bike number is"),
                listOf("my name is x", "call me y", "i prefer tea"));
        assertHeldUpNoLonger(SlowTasksTest::house, SlowTasksTest::honest, talk -> say(talk, lists));
    }

    @Test
    void aStopBehindManyAddedTextsHoldsTheOthersUpNoLonger() {
        assertHeldUpNoLonger(SlowTasksTest::house, SlowTasksTest::honest, talk -> {
            talk.say("hello").join();
            List<CompletableFuture<Void>> added = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                added.add(talk.add("ana", HostileWords.of("text " + i + " ", "turn on 1 2 3 x ", 3_990)));
            }
            talk.stop();
            added.forEach(CompletableFuture::join);
        });
    }

    @Test
    void aTurnAfterManyAddedTextsHoldsTheOthersUpNoLonger() {
        assertHeldUpNoLonger(SlowTasksTest::house, SlowTasksTest::honest, talk -> {
            talk.say("hello").join();
            for (int i = 0; i < 40; i++) {
                talk.add("ana", HostileWords.of("text " + i + " ", "I like cats 1 2 3. ", 3_990))
                        .join();
            }
            talk.say("hello").join();
            talk.say("hello").join();
        });
    }

    /** Says a text in lines that wait for one turn together. */
    private static void sayInLines(Conversation talk, String text) {
        int chars = Math.max(20, text.length() / LINES + 1);
        int at = 0;
        for (; at + chars < text.length(); at += chars) {
            talk.add("ana", text.substring(at, at + chars)).join();
        }
        talk.say(text.substring(at)).join();
    }

    /** Lines are read together up to the length of a sentence; whatever is longer is looked through for what it tells. */
    @Test
    void linesThatWaitForOneTurnTogetherHoldTheOthersUpNoLonger() {
        assertHeldUpNoLonger(SlowTasksTest::house, SlowTasksTest::honest, talk -> {
            talk.say("hello").join();
            for (String part : HostileWords.OF_THE_REVIEW) {
                sayInLines(talk, HostileWords.of("", part, 380));
            }
            for (String part : List.of("i'm ", "keep ", "put ", "and ", "my is ")) {
                sayInLines(talk, HostileWords.of("", part, 380));
                sayInLines(talk, HostileWords.of("I like cats 1 2 3. ", part, JOINED_CHARS_MAX));
            }
        });
    }

    private static Json.Obj numbers(int count) {
        List<Json> all = IntStream.range(0, count).<Json>mapToObj(Json::of).toList();
        return Json.Obj.EMPTY.with("numbers", Json.of(all));
    }

    /** Each number is checked by many schemas. */
    private static Json.Obj manyChecks() {
        Json.Obj check = Json.Obj.EMPTY.with("minimum", 0);
        Json.Obj each = Json.Obj.EMPTY.with(
                "allOf",
                Json.of(IntStream.range(0, 500).<Json>mapToObj(_ -> check).toList()));
        Json.Obj all = Json.Obj.EMPTY.with("type", "array").with("items", each);
        return Json.Obj.EMPTY.with("properties", Json.Obj.EMPTY.with("numbers", all));
    }

    /** So many numbers are just checked: those of one more take more steps than there are. */
    private static int mostNumbers() {
        ArgumentsSchema schema = ArgumentsSchema.of(manyChecks());
        int most = 1;
        while (schema.mismatch(numbers(most + 1)) == null) {
            most++;
        }
        return most;
    }

    /** All calls of one reply are decided in one task. */
    private static Model.Reply asked(int id, Json.Obj numbers) {
        return Model.Reply.calls(IntStream.range(0, CALLS)
                .mapToObj(i -> new Model.WantedCall("c" + id + "-" + i, "count", numbers.canonical()))
                .toArray(Model.WantedCall[]::new));
    }

    /** A model that asks for as many numbers to be counted as it is told to. */
    private static ParleyBuilder counting(Path record, ConfiguredTools shelf) {
        Tool count = new Tool() {
            @Override
            public ToolSpec spec() {
                return new ToolSpec("count", "Counts numbers.", manyChecks(), ToolSafety.READ);
            }

            @Override
            public Json run(ToolContext context, Json.Obj arguments) {
                return Json.Obj.EMPTY.with("counted", true);
            }
        };
        return Parley.in(record)
                .tools(count)
                .model((prompt, _) -> prompt.messages().getLast() instanceof Model.Message.UserSaid said
                        ? asked(prompt.messages().size(), numbers(Integer.parseInt(said.text())))
                        : Model.Reply.says("Counted."));
    }

    @Test
    void argumentsThatTakeLongToCheckHoldTheOthersUpNoLonger() {
        String most = String.valueOf(mostNumbers());
        assertHeldUpNoLonger(
                SlowTasksTest::counting,
                talk -> say(talk, List.of("1", "2", "1")),
                talk -> say(talk, List.of(most, most, most)));
    }
}
