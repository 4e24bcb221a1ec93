import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.media.Frame;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A conversation in sound: somebody speaks, is answered, and interrupts the answer. The voices are stand-ins. */
public final class VoiceAgent implements FarEnd {
    private final BlockingQueue<String> happened = new LinkedBlockingQueue<>();

    public boolean play(byte[] pcm, long mediaMicros) {
        return true;
    }

    public void flush() {
        System.out.println("silence");
    }

    public void recorded(Rune rune) {
        happened.add(rune.kind());
    }

    public static void main(String[] args) throws Exception {
        VoiceAgent phone = new VoiceAgent();
        try (Parley parley = Parley.in(Path.of(args[0]))
                        .model((prompt, cancel) -> Reply.says("It is sunny in all of the country, and I could go on."))
                        .voices(() -> Map.of(
                                Modality.STT, StandIn.script(List.of("how is the weather", "thank you")),
                                Modality.TTS, StandIn.tone(),
                                Modality.VAD, StandIn.level()))
                        .open();
                Conversation talk = parley.converse(parley.next("call"), Visit.ofStranger(), phone)) {
            speak(talk);
            while (!phone.happened.take().equals("playback.started")) {}
            speak(talk);
            while (!phone.happened.take().equals("turn.interrupted")) {}
        }
    }

    /** Half a second of a loud voice in frames of 20 ms, 16-bit mono at 16 kHz, then a second of silence. */
    static void speak(Conversation talk) {
        byte[] loud = new byte[Frame.BYTES];
        byte[] silence = new byte[Frame.BYTES];
        Arrays.fill(loud, (byte) 20);
        for (int frame = 0; frame < 75; frame += talk.hear(frame < 25 ? loud : silence, 0) ? 1 : 0) {
            Thread.onSpinWait();
        }
    }
}
