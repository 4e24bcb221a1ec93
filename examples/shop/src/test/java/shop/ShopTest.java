package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.media.Frame;
import dev.parley.testing.ParleyExtension;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ShopTest {
    @RegisterExtension
    static final ParleyExtension parley = new ParleyExtension(() -> Shop.in(Path.of("unused")));

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> everyScenarioHolds() {
        return parley.scenarios(Path.of("src/test/scenarios"));
    }

    @Test
    void theProgramRunsTwiceInOneFolder() throws Exception {
        for (int time = 0; time < 2; time++) {
            System.setIn(new ByteArrayInputStream("Some tea, please\nyes\n".getBytes(StandardCharsets.UTF_8)));
            Shop.main(new String[] {folder.toString()});
        }
    }

    @Test
    void aProgramMayAnswerForThePerson() throws Exception {
        try (Parley shop = Shop.in(folder)
                        .approval(question -> CompletableFuture.completedFuture(
                                question.person().equals("ana")))
                        .open();
                Conversation talk = shop.converse(shop.next("order"), "ana")) {
            assertEquals("The order: success.", talk.say("tea").join());
        }
    }

    /** Somebody speaks into the answer, and it falls silent. */
    @Test
    void aVoiceInterruptsTheAgent() throws Exception {
        Phone phone = new Phone();
        try (Parley shop = Shop.in(folder)
                        .approval(question -> CompletableFuture.completedFuture(true))
                        .voices(() -> Map.of(
                                Modality.STT, StandIn.script(List.of("some tea, please", "thank you")),
                                Modality.TTS, StandIn.tone(),
                                Modality.VAD, StandIn.level()))
                        .open();
                Conversation talk = shop.converse(shop.next("call"), Visit.of("ana"), phone)) {
            phone.speak(talk);
            phone.answers.await();
            phone.speak(talk);
            phone.silent.await();
            assertEquals(
                    1,
                    talk.record().stream()
                            .filter(rune -> rune.kind().equals("tool.dispatched"))
                            .count());
        }
    }

    private static final class Phone implements FarEnd {
        final CountDownLatch answers = new CountDownLatch(1);
        final CountDownLatch silent = new CountDownLatch(1);

        void speak(Conversation talk) {
            byte[] loud = new byte[Frame.BYTES];
            for (int i = 1; i < loud.length; i += 2) {
                loud[i] = (byte) (i % 40 < 20 ? 20 : -20);
            }
            for (int frame = 0; frame < 80; frame++) {
                while (!talk.hear(frame < 30 ? loud : new byte[Frame.BYTES], 0)) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public boolean play(byte[] pcm, long mediaMicros) {
            return true;
        }

        @Override
        public void flush() {}

        @Override
        public void recorded(Rune rune) {
            if (rune.kind().equals("playback.started")) {
                answers.countDown();
            } else if (rune.kind().equals("turn.interrupted")) {
                silent.countDown();
            }
        }
    }
}
