package dev.parley.speech.remote;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.pipeline.external.LineDecoder;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A recogniser behind {@code /audio/transcriptions}: it is sent a whole utterance and answers with its words. */
public final class RemoteEar implements Provider {
    private static final int RATE_HZ = 16_000;
    private static final int BYTES_MAX = 2 * RATE_HZ * 60;
    private static final int ANSWER_MAX = 1 << 20;
    private static final int HEADER = 44;
    private static final int SURE_PERMILLE = 900;
    private static final String BORDER = "parley-9a1f6e0c53d24b78";
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "openai-transcription",
            Modality.STT,
            false,
            false,
            500,
            new ProviderProfile.Timeouts(60_000, 30_000),
            new ProviderProfile.Limits(1_000, 1_000, 1 << 20));

    private final Endpoint endpoint;

    public RemoteEar(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        boolean suits = request instanceof ProviderRequest.Transcribe wanted && wanted.sampleRateHz() == RATE_HZ;
        Hearing call = new Hearing(
                invocation, ingress, request instanceof ProviderRequest.Transcribe wanted ? wanted.language() : "");
        call.offer(new ProviderEvent.Started(invocation));
        token.onCancel(call::cancel);
        if (!suits) {
            call.fail(Outcome.error(false, "openai-transcription writes down speech, at " + RATE_HZ + " Hz"));
        }
        return call;
    }

    private final class Hearing extends HttpCall {
        private final String language;
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
        private long fromMs = -1;
        private long toMs;
        private boolean inputOver;

        Hearing(ProviderInvocation invocation, ProviderIngress ingress, String language) {
            super(invocation, ingress, endpoint);
            this.language = language;
        }

        @Override
        public boolean feed(AudioFrame frame) {
            if (inputOver || isOver()) {
                return false;
            }
            fromMs = fromMs < 0 ? frame.mediaMs() : fromMs;
            toMs = frame.mediaMs() + frame.durationMs();
            if (heard.size() < BYTES_MAX) {
                heard.writeBytes(frame.pcm());
            }
            return true;
        }

        @Override
        public void finishInput() {
            if (inputOver || isOver()) {
                return;
            }
            inputOver = true;
            begin(HttpRequest.newBuilder(endpoint.under("/audio/transcriptions"))
                    .header("Content-Type", "multipart/form-data; boundary=" + BORDER)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(form())));
        }

        private byte[] form() {
            ByteArrayOutputStream form = new ByteArrayOutputStream();
            field(form, "model", endpoint.model());
            field(form, "response_format", "json");
            if (!language.isEmpty()) {
                field(form, "language", language);
            }
            write(
                    form,
                    "--" + BORDER + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"speech.wav\"\r\n"
                            + "Content-Type: audio/wav\r\n\r\n");
            form.writeBytes(wav(heard.toByteArray()));
            write(form, "\r\n--" + BORDER + "--\r\n");
            return form.toByteArray();
        }

        @Override
        void read(InputStream in) throws IOException {
            byte[] all = in.readNBytes(ANSWER_MAX);
            String text = LineDecoder.decode(new String(all, StandardCharsets.UTF_8))
                    .map(answer -> answer.get("text") instanceof Json.Str words ? words.value() : null)
                    .orElse(null);
            if (text == null) {
                fail(Outcome.error(false, endpoint.place() + " sent no transcript"));
                return;
            }
            if (text.chars().anyMatch(Character::isLetterOrDigit)) {
                offer(new ProviderEvent.FinalTranscript(
                        invocation(), text.strip(), SURE_PERMILLE, Math.max(0, fromMs), toMs, List.of()));
            } else {
                offer(new ProviderEvent.NotUnderstood(invocation(), 0, Math.max(0, fromMs), toMs, List.of()));
            }
            finish(Outcome.SUCCESS);
        }
    }

    private static void field(ByteArrayOutputStream form, String name, String value) {
        write(
                form,
                "--" + BORDER + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n");
    }

    private static void write(ByteArrayOutputStream form, String text) {
        form.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] wav(byte[] pcm) {
        ByteBuffer wav = ByteBuffer.allocate(HEADER + pcm.length).order(ByteOrder.LITTLE_ENDIAN);
        wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(HEADER - 8 + pcm.length);
        wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16).putShort((short) 1);
        wav.putShort((short) 1).putInt(RATE_HZ).putInt(2 * RATE_HZ);
        wav.putShort((short) 2).putShort((short) 16);
        wav.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(pcm.length).put(pcm);
        return wav.array();
    }
}
