package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.Visit;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.pipeline.loop.LoopTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No task on the thread of all conversations computes much longer for a hostile client than for an honest one. */
@Timeout(120)
class SlowTasksTest {
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int TRIES = 2;
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

    /** The most that one task computed on any loop of a runtime in which this conversation alone is held. */
    private long longest(Consumer<ParleyBuilder> parts, Consumer<Conversation> held) {
        try (ConfiguredTools shelf = ConfiguredTools.open(Configuration.DEFAULT.shelf(), data);
                Parley parley = open(parts, shelf);
                Conversation talk = parley.converse("talk", Visit.of("ana"))) {
            held.accept(talk);
            return parley.loops().stream()
                    .mapToLong(LoopTimes::longestCpuNanos)
                    .max()
                    .orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Parley open(Consumer<ParleyBuilder> parts, ConfiguredTools shelf) throws IOException {
        opened++;
        ParleyBuilder builder =
                new ConfiguredAgents(Configuration.DEFAULT, shelf).into(Parley.in(data.resolve("record" + opened)));
        parts.accept(builder);
        return builder.open();
    }

    /** Fails where the hostile conversation held others up three times as long as the honest one, and noticeably. */
    private void assertHeldUpNoLonger(
            Consumer<ParleyBuilder> parts, Consumer<Conversation> honest, Consumer<Conversation> hostile) {
        for (int warm = 0; warm < 3; warm++) {
            longest(parts, honest);
        }
        long usual = longest(parts, honest);
        long most = IntStream.range(0, TRIES)
                .mapToLong(_ -> longest(parts, hostile))
                .min()
                .orElseThrow();
        assertTrue(
                most <= Math.max(SLOW_NANOS, 3 * usual),
                "the longest task of an honest conversation took " + usual + " ns, that of a hostile one " + most);
    }

    @Test
    void aHostileSentenceHoldsTheOthersUpNoLongerThanAnHonestOne() {
        assertHeldUpNoLonger(_ -> {}, SlowTasksTest::honest, talk -> {
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
        assertHeldUpNoLonger(_ -> {}, SlowTasksTest::honest, talk -> say(talk, lists));
    }

    @Test
    void aStopBehindManyAddedTextsHoldsTheOthersUpNoLonger() {
        assertHeldUpNoLonger(_ -> {}, SlowTasksTest::honest, talk -> {
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
        assertHeldUpNoLonger(_ -> {}, SlowTasksTest::honest, talk -> {
            talk.say("hello").join();
            for (int i = 0; i < 40; i++) {
                talk.add("ana", HostileWords.of("text " + i + " ", "I like cats 1 2 3. ", 3_990))
                        .join();
            }
            talk.say("hello").join();
            talk.say("hello").join();
        });
    }
}
