package dev.parley.bench.speech;

import dev.parley.app.config.Configuration;
import dev.parley.app.talk.HousePhrases;
import dev.parley.app.talk.OwnCommands;
import dev.parley.app.voice.Hearing;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.bench.speech.SpeechIntentsBench.Fate;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.moonshine.Moonshine;
import dev.parley.speech.stt.PhrasesFirst;
import dev.parley.speech.stt.Transcriber;
import dev.parley.speech.stt.Understood;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Commands in people's own words, spoken: how many lead to the act that is meant, once Moonshine has written them down and the rules
 * of the house have read them, and how many of their words are written otherwise. The lists were written
 * without a look at the rules: by what was missed of the first the rules were widened (tuned), by the second they were not (held out).
 */
public final class FreeWordingBench implements Bench {
    private static final double RIGHT_MIN = 85;
    private static final List<String> LISTS = List.of("free", "held-free");

    /** Of the authors, in percent, for the base model before it was made smaller, with read speech (LibriSpeech, clean). */
    private static final double PUBLISHED_ERRORS = 3.23;

    private static final int QUICK_EVERY = 6;

    @Override
    public String name() {
        return "speech.free-wording";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException, InterruptedException {
        Optional<Path> fetched = ModelStore.ofUser(System.getenv()).verified(SpeechModel.MOONSHINE);
        List<Result> results = new ArrayList<>();
        for (String list : LISTS) {
            results.add(typed(list, quick));
        }
        if (fetched.isPresent()) {
            Hearing hearing = HousePhrases.hearing(Configuration.DEFAULT, OwnCommands.NONE);
            Moonshine moonshine = Moonshine.in(fetched.get(), hearing.words().get());
            Transcriber ear = new PhrasesFirst(hearing.phrases(), moonshine);
            for (Speaker speaker : Speaker.oneOfEach()) {
                for (String list : LISTS) {
                    measure(new Heard(ear, moonshine, speaker), list, quick, results);
                }
            }
        }
        return results;
    }

    /** Who speaks, who listens, and who writes down what was said. */
    private record Heard(Transcriber ear, Moonshine moonshine, Speaker speaker) {}

    private void measure(Heard by, String name, boolean quick, List<Result> results)
            throws IOException, InterruptedException {
        Speaker speaker = by.speaker;
        Transcriber ear = by.ear;
        Moonshine moonshine = by.moonshine;
        List<String[]> list = list(name, quick);
        int right = 0;
        int wrong = 0;
        int words = 0;
        int errors = 0;
        for (String[] line : list) {
            short[] said = Speaker.heard(speaker.say(line[1]), 300, 500, Double.POSITIVE_INFINITY);
            Understood found = ear.understand(said);
            Fate fate = found.sure() ? SpeechIntentsBench.fate(line[0], found.text()) : Fate.ASKED;
            right += fate == Fate.RIGHT ? 1 : 0;
            wrong += fate == Fate.WRONG ? 1 : 0;
            errors += WordErrors.between(line[1], moonshine.understand(said).text());
            words += WordErrors.words(line[1]).size();
        }
        String who = called(name) + ", " + ear.name() + ", " + speaker.name() + ": ";
        results.add(right(right, list.size(), who));
        results.add(new Result(name(), wrong, "wrong", 0, who + "other acts than were meant"));
        results.add(new Result(
                name(),
                100.0 * errors / words,
                "% wrong words",
                PUBLISHED_ERRORS,
                called(name) + ", " + moonshine.name() + ", " + speaker.name()
                        + ": beside what its authors published for read speech"));
    }

    private static String called(String list) {
        return list.equals("free") ? "tuned" : "held out";
    }

    private Result right(int right, int count, String who) {
        return new Result(name(), 100.0 * right / count, "% right intents", RIGHT_MIN, who + "at least, of " + count);
    }

    /** What the ear cannot be better than. */
    private Result typed(String name, boolean quick) throws IOException {
        int right = 0;
        for (String[] line : list(name, quick)) {
            right += SpeechIntentsBench.fate(line[0], line[1]) == Fate.RIGHT ? 1 : 0;
        }
        return right(right, list(name, quick).size(), called(name) + ", typed as they are written: ");
    }

    /** What is meant, and the words. */
    private static List<String[]> list(String name, boolean quick) throws IOException {
        List<String[]> list = new ArrayList<>();
        List<String> all = Speaker.sentences(name);
        for (int i = 0; i < all.size(); i += quick ? QUICK_EVERY : 1) {
            list.add(all.get(i).split(" \\| ", 2));
        }
        return list;
    }
}
