package dev.parley.speech.vad;

import ai.onnxruntime.OrtException;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.onnx.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** {@code vad: default}: tells voices from silence, frame by frame. */
public final class VoiceDetector implements Provider {
    private static final ProviderProfile.Timeouts TIMEOUTS = new ProviderProfile.Timeouts(60_000, 10_000);

    private final ProviderProfile profile;
    private final Supplier<FrameJudge> judges;
    private final boolean quick;

    private VoiceDetector(String name, boolean quick, Supplier<FrameJudge> judges) {
        this.quick = quick;
        this.profile = new ProviderProfile(name, Modality.VAD, true, true, 0, TIMEOUTS, ProviderProfile.Limits.NONE);
        this.judges = judges;
    }

    /** The best detector that runs here. */
    public static VoiceDetector best() {
        return new VoiceDetector(fault().isEmpty() ? "fvad" : "energy", true, () -> {
            FvadJudge judge = FvadJudge.open();
            return judge == null ? new EnergyJudge() : judge;
        });
    }

    /** The detector that runs everywhere. */
    public static VoiceDetector byEnergy() {
        return new VoiceDetector("energy", true, EnergyJudge::new);
    }

    /**
     * The network Silero.
     *
     * @param folder of the fetched model, checked
     */
    public static VoiceDetector silero(Path folder) throws IOException {
        Network network = new Network(folder.resolve("silero.onnx"));
        try {
            network.open();
        } catch (OrtException e) {
            throw new IOException("silero cannot be read: " + e.getMessage(), e);
        }
        return new VoiceDetector("silero", false, () -> new SileroJudge(network));
    }

    /** Why libfvad does not run on this machine; empty where it does. */
    public static String fault() {
        return FvadJudge.fault();
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public boolean runsOnLoop() {
        return quick;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        return LocalCall.open(
                profile,
                invocation,
                request,
                ingress,
                token,
                (call, wanted, events) ->
                        new DetectorCall(call, (ProviderRequest.DetectVoice) wanted, events, judges.get()));
    }
}
