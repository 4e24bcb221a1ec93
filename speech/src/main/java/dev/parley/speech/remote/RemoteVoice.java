package dev.parley.speech.remote;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.Resampler;
import dev.parley.speech.tts.Levelling;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.util.List;

/** A voice behind {@code /audio/speech}. Its samples at 24 kHz are spoken as they come, at 16 kHz and at the level of all voices. */
public final class RemoteVoice implements Provider {
    /** What servers of this protocol send as samples. */
    private static final int SENT_HZ = 24_000;

    private static final int RATE_HZ = 16_000;
    private static final int CHUNK = RATE_HZ / 10;
    private static final int FADE = RATE_HZ * 5 / 1000;
    private static final int PER_MS = RATE_HZ / 1000;
    private static final int TEXT_BYTES_MAX = 1 << 16;
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "openai-speech",
            Modality.TTS,
            true,
            false,
            500,
            new ProviderProfile.Timeouts(120_000, 30_000),
            new ProviderProfile.Limits(1_000, 1_000, TEXT_BYTES_MAX));

    private final Endpoint endpoint;
    private final String voice;
    private final Levelling levelling = new Levelling();

    /** @param voice the name of one of the server's voices */
    public RemoteVoice(Endpoint endpoint, String voice) {
        this.endpoint = endpoint;
        this.voice = voice;
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        Speaking call = new Speaking(invocation, ingress);
        call.offer(new ProviderEvent.Started(invocation));
        token.onCancel(call::cancel);
        if (request instanceof ProviderRequest.Synthesize text && text.sampleRateHz() == RATE_HZ) {
            call.begin(HttpRequest.newBuilder(endpoint.under("/audio/speech"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(CanonicalJson.bytes(Json.Obj.EMPTY
                            .with("model", endpoint.model())
                            .with("voice", voice)
                            .with("input", text.text())
                            .with("response_format", "pcm")
                            .with("speed", new Json.Num(text.rate()))))));
        } else {
            call.fail(Outcome.error(false, "openai-speech speaks texts, at " + RATE_HZ + " Hz"));
        }
        return call;
    }

    private final class Speaking extends HttpCall {
        private final Resampler resampler = new Resampler(SENT_HZ, RATE_HZ);
        private final Levelling.Text levelled = levelling.begin();
        private final short[] chunk = new short[CHUNK + FADE];
        private int filled;
        private long madeMs;
        private boolean first = true;

        Speaking(ProviderInvocation invocation, ProviderIngress ingress) {
            super(invocation, ingress, endpoint);
        }

        /** The last milliseconds are held back until it is known whether more comes, so that the end can fade. */
        @Override
        void read(InputStream in) throws IOException, InterruptedException {
            byte[] bytes = new byte[1 << 12];
            int kept = 0;
            for (int read = in.read(bytes, 0, bytes.length);
                    read >= 0;
                    read = in.read(bytes, kept, bytes.length - kept)) {
                int whole = (kept + read) / 2;
                short[] samples = new short[whole];
                for (int i = 0; i < whole; i++) {
                    samples[i] = (short) ((bytes[2 * i] & 0xff) | (bytes[2 * i + 1] << 8));
                }
                bytes[0] = bytes[kept + read - 1];
                kept = (kept + read) % 2;
                take(levelled.next(resampler.take(samples)));
                awaitRoom();
            }
            take(levelled.next(resampler.finish()));
            take(levelled.rest());
            if (kept != 0 || madeMs + filled == 0) {
                fail(Outcome.error(false, endpoint.place() + (kept == 0 ? " said nothing" : " sent half a sample")));
                return;
            }
            for (int i = 0; i < Math.min(FADE, filled); i++) {
                chunk[filled - 1 - i] = (short) (chunk[filled - 1 - i] * i / FADE);
            }
            give(filled / PER_MS * PER_MS);
            finish(Outcome.SUCCESS);
        }

        private void take(short[] samples) {
            for (short sample : samples) {
                int place = first ? filled : FADE;
                chunk[filled++] = place < FADE ? (short) (sample * place / FADE) : sample;
                if (filled == chunk.length) {
                    give(CHUNK);
                    System.arraycopy(chunk, CHUNK, chunk, 0, FADE);
                    filled = FADE;
                }
            }
        }

        private void give(int count) {
            if (count == 0) {
                return;
            }
            byte[] pcm = new byte[2 * count];
            for (int i = 0; i < count; i++) {
                pcm[2 * i] = (byte) chunk[i];
                pcm[2 * i + 1] = (byte) (chunk[i] >> 8);
            }
            first = false;
            int ms = count / PER_MS;
            offer(new ProviderEvent.AudioChunk(invocation(), new AudioFrame(pcm, RATE_HZ, madeMs, ms), List.of()));
            madeMs += ms;
        }
    }
}
