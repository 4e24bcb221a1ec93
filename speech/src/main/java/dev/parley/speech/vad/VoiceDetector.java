package dev.parley.speech.vad;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.function.Supplier;

/** {@code vad: default}: tells voices from silence, where it is called, frame by frame. */
public final class VoiceDetector implements Provider {
    private static final ProviderProfile.Timeouts TIMEOUTS = new ProviderProfile.Timeouts(60_000, 10_000);

    private final ProviderProfile profile;
    private final Supplier<FrameJudge> judges;

    private VoiceDetector(String name, Supplier<FrameJudge> judges) {
        this.profile = new ProviderProfile(name, Modality.VAD, true, true, 0, TIMEOUTS, ProviderProfile.Limits.NONE);
        this.judges = judges;
    }

    /** The best detector that runs here. */
    public static VoiceDetector best() {
        return new VoiceDetector(fault().isEmpty() ? "fvad" : "energy", () -> {
            FvadJudge judge = FvadJudge.open();
            return judge == null ? new EnergyJudge() : judge;
        });
    }

    /** The detector that runs everywhere. */
    public static VoiceDetector byEnergy() {
        return new VoiceDetector("energy", EnergyJudge::new);
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
        return true;
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
