package dev.parley.app.voice;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.media.Frame;
import dev.parley.speech.stt.Transcriber;
import dev.parley.speech.stt.Understood;
import dev.parley.speech.stt.Understood.HeardWord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What an ear makes of one segment.
 *
 * @param understood with the words on the time axis of the file
 * @param estimated whether the ear does not tell where words lie, so that their places are guessed by their letters
 * @param fault why the ear has written down nothing; empty if it has answered
 */
public record WrittenDown(Understood understood, boolean estimated, String fault) {
    private static final long SERVER_ANSWERS_WITHIN_S = 60;

    /** By an ear of this process, which tells how sure it is of each word. */
    static WrittenDown here(Transcriber ear, List<AudioFrame> said) {
        Understood found = ear.understand(samples(said));
        long fromMs = said.isEmpty() ? 0 : said.getFirst().mediaMs();
        List<HeardWord> words = found.words().stream()
                .map(word -> new HeardWord(
                        word.text(), fromMs + word.fromMs(), fromMs + word.toMs(), word.confidencePermille()))
                .toList();
        return new WrittenDown(with(found, words), false, "");
    }

    /** By whoever writes down in a conversation, such as a server. */
    static WrittenDown by(Provider ear, List<AudioFrame> said) {
        Answer answer = new Answer();
        ProviderCall call = ear.start(
                new ProviderInvocation("listen", ear.profile().name(), Modality.STT, "listen", 0, "listen", 1, 1),
                new ProviderRequest.Transcribe("listen", "en", Frame.RATE_HZ, false),
                answer::take,
                CancelToken.NEVER);
        call.grant(Long.MAX_VALUE);
        said.forEach(call::feed);
        call.finishInput();
        return answer.await(call);
    }

    private static final class Answer {
        private final CountDownLatch over = new CountDownLatch(1);
        private Understood understood = Understood.NOTHING;
        private String fault = "";

        synchronized boolean take(ProviderEvent event) {
            switch (event) {
                case ProviderEvent.FinalTranscript words -> understood = understood(words);
                case ProviderEvent.Ended(ProviderInvocation _, Outcome outcome) -> {
                    fault = outcome.isSuccess() ? "" : outcome.detail();
                    over.countDown();
                }
                default -> {}
            }
            return true;
        }

        private static Understood understood(ProviderEvent.FinalTranscript words) {
            return new Understood(
                    words.text(),
                    true,
                    words.confidencePermille(),
                    words.words().stream()
                            .map(mark ->
                                    new HeardWord(mark.word(), mark.fromMs(), mark.toMs(), words.confidencePermille()))
                            .toList());
        }

        WrittenDown await(ProviderCall call) {
            try {
                if (!over.await(SERVER_ANSWERS_WITHIN_S, TimeUnit.SECONDS)) {
                    call.cancel();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                call.cancel();
            }
            synchronized (this) {
                boolean silent = over.getCount() > 0;
                return new WrittenDown(understood, false, silent ? "no answer came" : fault);
            }
        }
    }

    /** The same with a place for each word, between these two if the ear tells none. */
    WrittenDown placed(long fromMs, long toMs) {
        String text = understood.text().strip();
        if (text.isEmpty() || !understood.words().isEmpty()) {
            return this;
        }
        List<HeardWord> words = new ArrayList<>();
        int at = 0;
        for (String word : text.split("\\s+", -1)) {
            long wordFromMs = fromMs + (toMs - fromMs) * at / text.length();
            at = Math.min(text.length(), at + word.length() + 1);
            words.add(new HeardWord(
                    word, wordFromMs, fromMs + (toMs - fromMs) * at / text.length(), understood.confidencePermille()));
        }
        return new WrittenDown(with(understood, words), true, fault);
    }

    private static Understood with(Understood found, List<HeardWord> words) {
        return new Understood(
                found.text(), found.sure(), found.confidencePermille(), words, found.whole(), found.nearest());
    }

    private static short[] samples(List<AudioFrame> frames) {
        short[] samples = new short[frames.size() * Frame.BYTES / 2];
        int at = 0;
        for (AudioFrame frame : frames) {
            byte[] pcm = frame.pcm();
            for (int i = 0; i + 1 < pcm.length; i += 2) {
                samples[at++] = (short) ((pcm[i] & 0xff) | (pcm[i + 1] << 8));
            }
        }
        return samples;
    }
}
