package dev.parley.session.port;

import dev.parley.provider.Modality;

/** What a provider does for a conversation. */
public enum ProviderKind {
    STT(Modality.STT),
    LLM(Modality.LLM),
    TTS(Modality.TTS);

    private final Modality modality;

    ProviderKind(Modality modality) {
        this.modality = modality;
    }

    public Modality modality() {
        return modality;
    }

    public String printed() {
        return modality.spelled();
    }
}
