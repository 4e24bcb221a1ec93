package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.media.Frame;
import dev.parley.session.people.HouseholdReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may be a PIN reaches neither the record nor the model of a program, typed or spoken. */
@Timeout(60)
class PinsInLibraryTest {
    @TempDir
    Path data;

    private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

    private ParleyBuilder parts() {
        return Parley.in(data)
                .household(HouseholdReader.read("house.yaml", "people: [{id: eva, role: OWNER, pin: \"9753\"}]\n"))
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of("my pin is nine seven five three")),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .model((prompt, _) -> {
                    prompts.add(prompt);
                    return Reply.says("Thank you.");
                });
    }

    @Test
    void typed() throws IOException {
        try (Parley parley = parts().open();
                Conversation talk = parley.converse("t")) {
            assertEquals("Thank you.", talk.say("my pin is 9753").join());
            assertUnknown(talk);
        }
    }

    @Test
    void spoken() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        FarEnd far = new FarEnd() {
            @Override
            public boolean play(byte[] pcm, long mediaMicros) {
                return true;
            }

            @Override
            public void flush() {}

            @Override
            public void recorded(Rune rune) {
                if (rune.kind().equals("agent.reply")) {
                    answered.countDown();
                }
            }
        };
        try (Parley parley = parts().open();
                Conversation talk = parley.converse("t", Visit.ofStranger(), far)) {
            byte[] silence = new byte[Frame.BYTES];
            for (int i = 0; i <= 20; i++) {
                while (!talk.hear(silence, 0, i < 20 ? Frame.Voiced.GIVEN : Frame.Voiced.LAST)) {
                    Thread.onSpinWait();
                }
            }
            answered.await();
            assertUnknown(talk);
        }
    }

    private void assertUnknown(Conversation talk) {
        String all = talk.record() + prompts.toString();
        for (String trace : List.of("9753", "nine", "seven five")) {
            assertFalse(all.contains("\"" + trace) || all.contains(" " + trace), all);
        }
        assertEquals(
                List.of("my pin is [pin]"),
                talk.record().stream()
                        .filter(rune -> rune.kind().equals("user.words"))
                        .map(rune -> rune.payload().text("pii_text"))
                        .toList());
    }
}
