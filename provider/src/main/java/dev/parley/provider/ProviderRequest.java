package dev.parley.provider;

import dev.parley.kernel.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a provider is asked to do. */
public sealed interface ProviderRequest {
    Modality modality();

    /** Listen to the audio that is fed to the call and write it down. */
    record Transcribe(String language, int sampleRateHz, boolean partials) implements ProviderRequest {
        @Override
        public Modality modality() {
            return Modality.STT;
        }
    }

    /** Answer the last message, perhaps by asking for tools. */
    record Generate(List<Message> messages, List<ToolOffer> tools, int maxTokens, long seed)
            implements ProviderRequest {
        public Generate {
            messages = List.copyOf(messages);
            tools = List.copyOf(tools);
        }

        @Override
        public Modality modality() {
            return Modality.LLM;
        }
    }

    /** Speak this text. Rate and pauses are in thousandths of normal, so that no request holds a fraction. */
    record Synthesize(String text, String voice, int ratePermille, int pausePermille, int sampleRateHz)
            implements ProviderRequest {
        public Synthesize {
            if (ratePermille < 1 || pausePermille < 1) {
                throw new IllegalArgumentException("rate and pauses are at least one thousandth of normal");
            }
        }

        @Override
        public Modality modality() {
            return Modality.TTS;
        }
    }

    /** Tell speech from silence in the audio that is fed to the call. */
    record DetectVoice(int sampleRateHz, int silenceMs) implements ProviderRequest {
        @Override
        public Modality modality() {
            return Modality.VAD;
        }
    }

    /** One message of the history. A tool's result names its call. */
    record Message(Role role, String text, @Nullable String callId) {}

    /** Who a message is from. */
    enum Role {
        SYSTEM,
        USER,
        ASSISTANT,
        TOOL
    }

    /** A tool that the model may ask for. */
    record ToolOffer(String name, String description, Json.Obj parameters) {}
}
