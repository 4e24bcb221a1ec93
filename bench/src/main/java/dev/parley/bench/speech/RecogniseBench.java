package dev.parley.bench.speech;

import dev.parley.app.config.Configuration;
import dev.parley.app.talk.HousePhrases;
import dev.parley.bench.Bench;
import dev.parley.bench.Result;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.sphinx.Recogniser;
import dev.parley.speech.sphinx.SphinxProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Spoken commands, clean and in noise, and sentences that are none: how many are understood rightly, how many are taken for
 * something else, and how many that mean nothing here are asked back.
 */
public final class RecogniseBench implements Bench {
    private static final double RIGHT_MIN = 85;
    private static final double REJECTED_MIN = 95;
    private static final int QUICK_EVERY = 4;
    private static final int BEFORE_MS = 300;
    private static final int AFTER_MS = 500;
    private static final int FRAME_SAMPLES = Speaker.RATE_HZ / 50;

    private final SphinxProvider provider;
    private long soundMs;
    private long workNanos;

    public RecogniseBench() {
        Recogniser recogniser = HousePhrases.recogniser(Configuration.DEFAULT);
        this.provider = new SphinxProvider(recogniser);
    }

    @Override
    public String name() {
        return "speech.recognise";
    }

    private record Condition(String name, double noiseBelowDb) {}

    private static final List<Condition> CONDITIONS = List.of(
            new Condition("clean", Double.POSITIVE_INFINITY), new Condition("20 dB", 20), new Condition("10 dB", 10));

    @Override
    public List<Result> run(boolean quick) throws IOException, InterruptedException {
        List<String> inside = some(Speaker.sentences("inside"), quick);
        List<String> outside = some(Speaker.sentences("outside"), quick);
        List<Result> results = new ArrayList<>();
        for (Condition condition : quick ? CONDITIONS.subList(0, 1) : CONDITIONS) {
            for (Speaker speaker : Speaker.all()) {
                measure(speaker, condition, inside, outside, results);
            }
        }
        results.add(new Result(
                "speech.recognise",
                workNanos / 1e6 / soundMs,
                "of real time",
                1,
                "time to understand, for each time of sound"));
        return results;
    }

    private static List<String> some(List<String> all, boolean quick) {
        return quick
                ? IntStream.range(0, all.size())
                        .filter(each -> each % QUICK_EVERY == 0)
                        .mapToObj(all::get)
                        .toList()
                : all;
    }

    private void measure(
            Speaker speaker, Condition condition, List<String> inside, List<String> outside, List<Result> results)
            throws IOException, InterruptedException {
        int right = 0;
        int wrong = 0;
        for (String sentence : inside) {
            String found = understood(speaker.say(sentence), condition.noiseBelowDb());
            boolean same = HousePhrases.meaning(found).equalsIgnoreCase(HousePhrases.meaning(sentence));
            right += same ? 1 : 0;
            wrong += same || found.isEmpty() ? 0 : 1;
            if (!same && !found.isEmpty()) {
                System.err.println("  " + speaker.name() + ": '" + sentence + "' was taken for '" + found + "'");
            }
        }
        int rejected = 0;
        for (String sentence : outside) {
            String found = understood(speaker.say(sentence), condition.noiseBelowDb());
            rejected += found.isEmpty() ? 1 : 0;
            if (!found.isEmpty()) {
                System.err.println("  " + speaker.name() + ": '" + sentence + "' was taken for '" + found + "'");
            }
        }
        String who = speaker.name() + ", " + condition.name();
        results.add(new Result(
                name(), 100.0 * right / inside.size(), "% right", RIGHT_MIN, who + ": at least, of " + inside.size()));
        results.add(new Result(name(), wrong, "wrong", 0, who + ": sentences taken for another"));
        results.add(new Result(
                name(),
                100.0 * rejected / outside.size(),
                "% rejected",
                REJECTED_MIN,
                who + ": at least, of " + outside.size() + " outside"));
    }

    /** What a conversation would be told, empty where it would ask back. */
    private String understood(short[] speech, double noiseBelowDb) {
        short[] heard = Speaker.heard(speech, BEFORE_MS, AFTER_MS, noiseBelowDb);
        String[] found = {""};
        ProviderCall call = provider.start(
                new ProviderInvocation("c1", "sphinx", Modality.STT, "bench", 1, "key", 1, 1),
                new ProviderRequest.Transcribe("u1", "en", Speaker.RATE_HZ, true),
                event -> {
                    if (event instanceof ProviderEvent.FinalTranscript words) {
                        found[0] = words.text();
                    }
                    return true;
                },
                CancelToken.NEVER);
        long before = System.nanoTime();
        for (int at = 0; at + FRAME_SAMPLES <= heard.length; at += FRAME_SAMPLES) {
            byte[] pcm = new byte[2 * FRAME_SAMPLES];
            for (int i = 0; i < FRAME_SAMPLES; i++) {
                pcm[2 * i] = (byte) heard[at + i];
                pcm[2 * i + 1] = (byte) (heard[at + i] >> 8);
            }
            call.feed(new AudioFrame(pcm, Speaker.RATE_HZ, at * 1000L / Speaker.RATE_HZ, 20));
        }
        call.finishInput();
        workNanos += System.nanoTime() - before;
        soundMs += heard.length * 1000L / Speaker.RATE_HZ;
        return found[0];
    }
}
