package held.newcomer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.Providers.Ask;
import held.Commands;
import held.Commands.Ran;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 2 and 3: sound goes in and comes out, and the first words are heard before the last are written. */
class NewcomerVoiceTest {
    private static final Set<Class<?>> SOUND = Set.of(byte[].class, short[].class, ByteBuffer.class, AudioFrame.class);

    @TempDir
    private Path folder = Path.of("");

    private static boolean carriesSound(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .anyMatch(SOUND::contains);
    }

    /** The kinds of a sealed type, all the way down. */
    private static List<Class<?>> kinds(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> each : type.isSealed() ? type.getPermittedSubclasses() : new Class<?>[0]) {
            all.add(each);
            all.addAll(kinds(each));
        }
        return all;
    }

    @Test
    void talkCanListenAndSpeak() {
        Ran ran = Commands.run(
                "",
                "talk",
                "--voice",
                "--as",
                "ana",
                "--data",
                folder.resolve("data").toString());
        assertFalse(ran.err().contains("has no voice"), ran.err());
    }

    @Test
    void talkListensToOneFileAndSpeaksIntoAnother() {
        Ran ran = Commands.run(
                "",
                "talk",
                "--voice",
                "--in",
                "in.wav",
                "--out",
                "out.wav",
                "--data",
                folder.resolve("data").toString());
        assertFalse(ran.err().contains("Unknown option"), ran.err());
    }

    /** The session is real; of the sound itself only its place is looked for, because none has to be there. */
    @Test
    void aRecogniserIsGivenTheSoundThatItIsToRecognise() {
        try (OwnSession session =
                new OwnSession("Fine.").speaks(0, 1_000, "Tell me something").run()) {
            Ask asked = session.asked.getFirst();
            assertTrue(carriesSound(asked.getClass()), "all that a recogniser is given: " + asked);
        }
    }

    /** Looks at shapes, because there is nothing to call. */
    @Test
    void somebodysVoiceReachesAConversationAsSound() {
        List<Class<?>> carriers = kinds(SessionEvent.class).stream()
                .filter(NewcomerVoiceTest::carriesSound)
                .toList();
        assertFalse(carriers.isEmpty(), "of " + kinds(SessionEvent.class).size() + " events none carries sound");
    }

    /** Looks at shapes, because there is nothing to call. */
    @Test
    void aVoiceAnswersWithSound() {
        assertTrue(
                carriesSound(SessionEvent.AudioReady.class),
                "a voice answers with " + Arrays.toString(SessionEvent.AudioReady.class.getRecordComponents()));
    }

    /** Looks at shapes: docs/pipeline.md says that whoever has a recogniser or a voice implements {@link Provider}. */
    @Test
    void aProviderCanBeGivenToASession() {
        List<String> takers = Stream.concat(Newcomer.classes("session").stream(), Newcomer.classes("app").stream())
                .filter(type -> Modifier.isPublic(type.getModifiers()))
                .<Executable>flatMap(
                        type -> Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getConstructors())))
                .filter(method -> Arrays.stream(method.getGenericParameterTypes())
                        .anyMatch(given -> given.getTypeName().contains(Provider.class.getName())))
                .filter(method -> Arrays.stream(method.getGenericParameterTypes())
                        .noneMatch(given -> given.getTypeName().contains(Provider.class.getName() + "Invocation")))
                .map(Executable::toString)
                .toList();
        assertFalse(takers.isEmpty(), "nothing in the session takes a " + Provider.class.getName());
    }

    /** Looks at shapes, because there is nothing to call. */
    @Test
    void aModelHasSomewhereToWriteToWhileItThinks() {
        List<Class<?>> given = Arrays.stream(Model.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == Model.Reply.class)
                .<Class<?>>flatMap(method -> Arrays.stream(method.getParameterTypes()))
                .filter(type -> type != Model.Prompt.class && type != CancelToken.class)
                .toList();
        assertFalse(given.isEmpty(), "a model is given a prompt and a cancel, and can only return");
    }

    /** Two sentences of one answer, of which the second comes two seconds after the first. */
    @Test
    void anAnswerThatIsWrittenSentenceBySentenceIsSpokenToItsEnd() {
        try (OwnSession session = new OwnSession("I am looking.")
                .types(0, "Look")
                .adds(2_500, "Here it is.")
                .run()) {
            List<String> said = session.runes("agent.reply").stream()
                    .map(rune -> rune.payload().text("pii_text"))
                    .toList();
            if (!said.contains("I am looking.")) {
                throw new IllegalStateException("not even the first sentence: " + said);
            }
            assertEquals(List.of("I am looking.", "Here it is."), said);
        }
    }

    /** On a pseudo-terminal, with the driver of today's tests: whoever types into a long answer sees it stop. */
    @Test
    void aLongAnswerIsShownAsItIsSaidAndCanBeStoppedInTheMiddle() throws Exception {
        Path driver =
                Path.of(System.getProperty("held.root"), "app/src/test/resources/dev/parley/app/talk/terminal.py");
        List<String> command = List.of(
                "python3",
                driver.toString(),
                "[[\"wait\",\"> \"],[\"type\",\"help\"],[\"wait\",\"I can turn\"],[\"type\",\"/stop\"],[\"type\",\"/quit\"],[\"end\",0]]",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.parley.app.Main",
                "talk",
                "--as",
                "ana",
                "--data",
                folder.resolve("data").toString());
        Ran ran = Newcomer.accepted(Newcomer.process(folder, "", command));
        if (!ran.out().contains("I can turn")) {
            throw new IllegalStateException(ran.all());
        }
        assertFalse(ran.out().contains("tell the weather"), "stopped after its first words, it showed: " + ran.out());
    }
}
