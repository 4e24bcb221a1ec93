package dev.parley.bench;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Folding a conversation to its state with every verdict derived again. A reply in it is as the session records it: the
 * verdicts of its stream among the digests of what was played. As many rounds as count go before, until the code is
 * compiled.
 */
final class ReplayFoldBench implements Bench {
    private static final double ONE_MILLION = 1_000_000;
    private static final int DATA_RUNES_PER_REPLY = 30;
    private static final List<String> REPLY = List.of("CREATE", "START", "COMPILE", "PLAY", "STOP");

    @Override
    public String name() {
        return "replay.fold";
    }

    @Override
    public List<Result> run(boolean quick) {
        int replies = quick ? 4_000 : 20_000;
        List<byte[]> recorded = record(replies);
        int rounds = quick ? 15 : 7;
        double[] folds = new double[rounds];
        double[] chains = new double[rounds];
        for (int round = -rounds; round < rounds; round++) {
            double fold = fold(recorded);
            double chain = verifyChain(recorded);
            if (round >= 0) {
                folds[round] = fold;
                chains[round] = chain;
            }
        }
        double folded = Median.of(folds);
        return List.of(
                new Result(name(), folded, "runes/s", ONE_MILLION, "a million a second on one core, verdicts verified"),
                new Result(
                        name() + ".chain",
                        Median.of(chains),
                        "runes/s",
                        folded,
                        "the fold; this verifies the chain alone"));
    }

    private static List<byte[]> record(int replies) {
        List<RuneDraft> drafts = new ArrayList<>();
        Registrar<?, ?> registrar = new Registrar<>(
                new StreamRoom(InterruptReading.MATRIX),
                attestation -> drafts.add(VerdictRune.draft("bench", "stream", attestation)));
        for (int reply = 0; reply < replies; reply++) {
            OffsetDateTime at =
                    OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).plusSeconds(reply);
            for (String action : REPLY) {
                registrar.request(new Request(at, "agent_a", "reply:" + reply, action));
            }
            for (int i = 0; i < DATA_RUNES_PER_REPLY; i++) {
                drafts.add(RuneDraft.of(
                        "bench", "output.frames", Json.Obj.EMPTY.with("from", i).with("sha256", "00")));
            }
        }
        return encoded(drafts);
    }

    private static List<byte[]> encoded(List<RuneDraft> drafts) {
        List<byte[]> bytes = new ArrayList<>();
        Hash previous = Hash.ZERO;
        for (RuneDraft draft : drafts) {
            Rune rune = Rune.of(draft, bytes.size() + 1L, previous);
            previous = rune.hash();
            bytes.add(rune.canonical());
        }
        return bytes;
    }

    private static double fold(List<byte[]> recorded) {
        Replay replay = new Replay(new Rooms(), Replay.Chain.VERIFIED);
        long start = CpuClock.nanos();
        for (byte[] bytes : recorded) {
            if (!replay.accept(Rune.decode(bytes, 0, bytes.length, Hash.ZERO))) {
                throw new IllegalStateException("the fold differs: " + replay.divergence());
            }
        }
        return recorded.size() * 1e9 / (CpuClock.nanos() - start);
    }

    private static double verifyChain(List<byte[]> recorded) {
        RuneChain chain = new RuneChain();
        Hash head = Hash.ZERO;
        long start = CpuClock.nanos();
        for (byte[] bytes : recorded) {
            head = Rune.decode(bytes, 0, bytes.length, head).hash(chain);
        }
        double rate = recorded.size() * 1e9 / (CpuClock.nanos() - start);
        if (head.equals(Hash.ZERO)) {
            throw new IllegalStateException("nothing was chained");
        }
        return rate;
    }
}
