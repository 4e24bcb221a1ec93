package dev.parley.speech.tts;

import com.sun.speech.freetts.FreeTTSSpeakableImpl;
import com.sun.speech.freetts.Item;
import com.sun.speech.freetts.Relation;
import com.sun.speech.freetts.Utterance;
import com.sun.speech.freetts.UtteranceProcessor;
import com.sun.speech.freetts.audio.AudioPlayer;
import com.sun.speech.freetts.en.us.cmu_us_kal.KevinVoiceDirectory;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import javax.sound.sampled.AudioFormat;
import org.jspecify.annotations.Nullable;

/**
 * FreeTTS's 16 kHz voice. It can say one thing at a time, and briefly: a clause takes some milliseconds, so all conversations share
 * it behind a lock. Loaded when it first speaks.
 */
final class FreeVoice implements Voice {

    private static final String NAME = "kevin16";
    private static final double GAIN = 1.55;
    private static final int REHEARSALS = 3;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Captured CAPTURED = new Captured();
    private static com.sun.speech.freetts.@Nullable Voice loaded;

    FreeVoice() {}

    private static com.sun.speech.freetts.Voice voice() {
        com.sun.speech.freetts.Voice present = loaded;
        if (present == null) {
            present = Stream.of(new KevinVoiceDirectory().getVoices())
                    .filter(each -> each.getName().equals(NAME))
                    .findFirst()
                    .orElseThrow();
            present.setAudioPlayer(CAPTURED);
            present.allocate();
            watch(present);
            loaded = present;
        }
        return present;
    }

    @SuppressWarnings("unchecked")
    private static void watch(com.sun.speech.freetts.Voice voice) {
        List<UtteranceProcessor> processors = voice.getUtteranceProcessors();
        processors.add(CAPTURED);
    }

    @Override
    public String name() {
        return "freetts";
    }

    @Override
    public double gain() {
        return GAIN;
    }

    @Override
    public void prepare() {
        for (int i = 0; i < REHEARSALS; i++) {
            say("I am ready to speak now", '.', 1);
        }
    }

    @Override
    public Said say(String words, char mark, double stretch) {
        LOCK.lock();
        try {
            com.sun.speech.freetts.Voice voice = voice();
            voice.setDurationStretch((float) stretch);
            CAPTURED.clear();
            voice.speak(new FreeTTSSpeakableImpl(words + (mark == '?' ? mark : '.')));
            return CAPTURED.said();
        } finally {
            LOCK.unlock();
        }
    }

    /** How the voice would pronounce a word, in the names of phones that recognisers use. */
    static List<String> phones(String word) {
        LOCK.lock();
        try {
            String[] phones = voice().getLexicon().getPhones(word.toLowerCase(Locale.ROOT), null);
            return Stream.of(phones == null ? new String[0] : phones)
                    .map(phone -> phone.replaceAll("\\d", ""))
                    .filter(phone -> !phone.equals("pau"))
                    .map(phone -> phone.equals("ax") ? "AH" : phone.toUpperCase(Locale.ROOT))
                    .toList();
        } finally {
            LOCK.unlock();
        }
    }

    /** Takes the sound instead of a loudspeaker, and looks where the words lie in it. */
    private static final class Captured implements AudioPlayer, UtteranceProcessor {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final List<Integer> starts = new ArrayList<>();
        private AudioFormat format = new AudioFormat(RATE_HZ, 16, 1, true, true);

        void clear() {
            bytes.reset();
            starts.clear();
        }

        Said said() {
            byte[] all = bytes.toByteArray();
            short[] samples = new short[all.length / 2];
            boolean big = format.isBigEndian();
            for (int i = 0; i < samples.length; i++) {
                int high = all[big ? 2 * i : 2 * i + 1];
                int low = all[big ? 2 * i + 1 : 2 * i] & 0xff;
                samples[i] = (short) ((high << 8) | low);
            }
            return new Said(samples, starts.stream().mapToInt(Integer::intValue).toArray());
        }

        /** One token for every word that was given; it begins where the sound before its first one ends. */
        @Override
        public void processUtterance(Utterance utterance) {
            for (Item token = utterance.getRelation(Relation.TOKEN).getHead(); token != null; token = token.getNext()) {
                Item word = token.getDaughter();
                Item syllables = word == null ? null : word.getItemAs(Relation.SYLLABLE_STRUCTURE);
                Item syllable = syllables == null ? null : syllables.getDaughter();
                Item sound = syllable == null ? null : syllable.getDaughter().getItemAs(Relation.SEGMENT);
                Item before = sound == null ? null : sound.getPrevious();
                float seconds = before == null ? 0 : before.getFeatures().getFloat("end");
                starts.add(Math.round(seconds * RATE_HZ));
            }
        }

        @Override
        public boolean write(byte[] data) {
            return write(data, 0, data.length);
        }

        @Override
        public boolean write(byte[] data, int offset, int size) {
            bytes.write(data, offset, size);
            return true;
        }

        @Override
        public void setAudioFormat(AudioFormat newFormat) {
            format = newFormat;
        }

        @Override
        public AudioFormat getAudioFormat() {
            return format;
        }

        @Override
        public void begin(int size) {}

        @Override
        public boolean end() {
            return true;
        }

        @Override
        public boolean drain() {
            return true;
        }

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void reset() {}

        @Override
        public void cancel() {}

        @Override
        public void close() {}

        @Override
        public float getVolume() {
            return 1;
        }

        @Override
        public void setVolume(float volume) {}

        @Override
        public long getTime() {
            return 0;
        }

        @Override
        public void resetTime() {}

        @Override
        public void startFirstSampleTimer() {}

        @Override
        public void showMetrics() {}
    }
}
