package dev.parley.provider;

import dev.parley.kernel.port.Model;
import java.math.BigDecimal;
import java.util.List;

/** What a provider is asked to do. */
public sealed interface ProviderRequest {
    Modality modality();

    /** Roughly how large the request is, for limits. */
    int payloadBytes();

    /**
     * Listen to the audio that is fed to the call and write it down.
     *
     * @param utterance the name of the stretch of speech in its conversation
     */
    record Transcribe(String utterance, String language, int sampleRateHz, boolean partials)
            implements ProviderRequest {
        @Override
        public Modality modality() {
            return Modality.STT;
        }

        @Override
        public int payloadBytes() {
            return 0;
        }
    }

    /**
     * Go on with the conversation: with words, with wishes for tools, or with both.
     *
     * @param words what this turn answers, all of it in one text, for models that know nothing but rules
     * @param settled the ids of the calls whose results are the question now; empty where the words are
     */
    record Generate(Model.Prompt prompt, String words, List<String> settled, long seed) implements ProviderRequest {
        public Generate {
            settled = List.copyOf(settled);
        }

        @Override
        public Modality modality() {
            return Modality.LLM;
        }

        @Override
        public int payloadBytes() {
            long bytes = bytes(prompt.style());
            for (Model.Message message : prompt.messages()) {
                bytes += switch (message) {
                    case Model.Message.UserSaid said -> bytes(said.text());
                    case Model.Message.AssistantSaid said -> bytes(said.text());
                    case Model.Message.AssistantCalled called ->
                        bytes(called.call().arguments());
                    case Model.Message.ToolAnswered answered ->
                        bytes(answered.content().canonical());
                };
            }
            for (Model.ToolOffer tool : prompt.tools()) {
                bytes += bytes(tool.description()) + bytes(tool.inputSchema().canonical());
            }
            return (int) Math.min(Integer.MAX_VALUE, bytes);
        }
    }

    /**
     * Speak this text.
     *
     * @param rate the speech rate, 1 for normal, as the exact number that was asked for
     * @param pauses the factor by which pauses grow, 1 for normal
     * @param authoredMs how long it takes at normal rate, if its author says so; a real voice ignores it
     */
    record Synthesize(String text, String voice, BigDecimal rate, BigDecimal pauses, int sampleRateHz, long authoredMs)
            implements ProviderRequest {
        public Synthesize {
            if (rate.signum() <= 0 || pauses.signum() <= 0) {
                throw new IllegalArgumentException("rate and pauses are above zero");
            }
        }

        @Override
        public Modality modality() {
            return Modality.TTS;
        }

        @Override
        public int payloadBytes() {
            return bytes(text);
        }
    }

    /** Give back this text as it is to be said. */
    record Rewrite(String text) implements ProviderRequest {
        @Override
        public Modality modality() {
            return Modality.FILTER;
        }

        @Override
        public int payloadBytes() {
            return bytes(text);
        }
    }

    /** Tell speech from silence in the audio that is fed to the call. */
    record DetectVoice(int sampleRateHz, int silenceMs) implements ProviderRequest {
        @Override
        public Modality modality() {
            return Modality.VAD;
        }

        @Override
        public int payloadBytes() {
            return 0;
        }
    }

    /**
     * Judge whether the person has finished, by what was said and by the audio that is fed to the call.
     *
     * @param before the conversation so far, the oldest first
     * @param words what the person has said since
     */
    record JudgeEnd(List<Model.Message> before, String words, String language, int sampleRateHz)
            implements ProviderRequest {
        public JudgeEnd {
            before = List.copyOf(before);
        }

        @Override
        public Modality modality() {
            return Modality.END_OF_TURN;
        }

        @Override
        public int payloadBytes() {
            return bytes(words);
        }
    }

    private static int bytes(String text) {
        return 2 * text.length();
    }
}
