package dev.parley.session.port;

/** What a provider does for a conversation. */
public enum ProviderKind {
    STT("stt"),
    LLM("llm"),
    TTS("tts");

    private final String printed;

    ProviderKind(String printed) {
        this.printed = printed;
    }

    public String printed() {
        return printed;
    }
}
