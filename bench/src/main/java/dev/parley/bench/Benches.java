package dev.parley.bench;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.runelog.AppendBench;
import dev.parley.bench.runelog.ConversationBench;
import dev.parley.bench.runelog.DurableBench;
import dev.parley.bench.runelog.OpenBench;
import dev.parley.bench.runelog.ReadBench;
import dev.parley.bench.server.ServerBench;
import dev.parley.bench.session.CancelTurnBench;
import dev.parley.bench.session.FrameBench;
import dev.parley.bench.session.LiveBench;
import dev.parley.bench.session.TakeUpBench;
import dev.parley.bench.session.TurnBench;
import dev.parley.bench.speech.FirstAudioBench;
import dev.parley.bench.speech.FreeWordingBench;
import dev.parley.bench.speech.RecogniseBench;
import dev.parley.bench.speech.ReportBench;
import dev.parley.bench.speech.SpeechIntentsBench;
import dev.parley.bench.speech.SynthesiseBench;
import dev.parley.bench.speech.TurnsBench;
import dev.parley.bench.speech.VoicesBench;
import java.util.List;

/** All measurements there are. */
final class Benches {
    private Benches() {}

    static List<Bench> all() {
        return List.of(
                new KernelDecideBench(),
                new DurableBench(),
                new AppendBench(),
                new ReadBench(),
                new OpenBench(),
                new ConversationBench(),
                new ReplayFoldBench(),
                new WhatIfBench(),
                new SpeechIntentsBench(),
                new TalkBench(),
                new EpisodeCheckBench(),
                new FramesBench(),
                new SessionsBench(),
                new CancelBench(),
                new LiveBench(),
                new FrameBench(),
                new CancelTurnBench(),
                new TurnBench(),
                new TakeUpBench(),
                new ServerBench(),
                new RecogniseBench(),
                new TurnsBench(),
                new FreeWordingBench(),
                new ReportBench(),
                new SynthesiseBench(),
                new FirstAudioBench(),
                new VoicesBench());
    }
}
