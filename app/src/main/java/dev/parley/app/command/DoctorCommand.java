package dev.parley.app.command;

import dev.parley.agent.sandbox.Confinement;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.voice.EchoCanceller;
import dev.parley.app.voice.SoundCard;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.ModelStore.Presence;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.tts.InstalledVoice;
import dev.parley.speech.vad.VoiceDetector;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** {@code parley doctor}: what is here, what is missing, what to do. */
@Command(
        name = "doctor",
        description = "Tell what is here, what is missing, and what to do about it.",
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    private static final long MIB = 1L << 20;
    private static final int JAVA_NEEDED = 25;
    private static final long ROOM_NEEDED_MIB = 1024;

    private final Streams streams;
    private boolean wantsCare;

    public DoctorCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        Runtime.Version java = Runtime.version();
        check(
                java.feature() == JAVA_NEEDED,
                "Java " + java + " from " + System.getProperty("java.home"),
                "install a JDK 25 or set JAVA_HOME to it");
        check(onPath("mvn"), "Maven on PATH", "install the package 'maven'; it is needed to build");
        check(
                true,
                Runtime.getRuntime().availableProcessors() + " cores, "
                        + Runtime.getRuntime().maxMemory() / MIB + " MiB heap for this command",
                "");
        disk();
        isolation();
        voice();
        optional("node", "Node.js, for tools from npm (MCP servers)", "install the package 'nodejs'");
        for (InstalledVoice.Kind kind : InstalledVoice.Kind.values()) {
            hint(
                    kind.isHere(),
                    kind.program() + ", a further voice (voice: {tts: …} in a configuration)",
                    kind == InstalledVoice.Kind.PIPER
                            ? "pip install piper-tts"
                            : "install the package '" + kind.program() + "'");
        }
        optional("chromium", "Chromium, for the console's tests", "install the package 'chromium'");
        return wantsCare ? ExitCode.DENIED : ExitCode.ACCEPTED;
    }

    private void disk() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        FileStore store = Files.getFileStore(here);
        long freeMib = store.getUsableSpace() / MIB;
        check(
                freeMib >= ROOM_NEEDED_MIB,
                freeMib + " MiB free in " + here,
                "make room: a log that cannot be written stops every conversation");
        check(Files.isWritable(here), here + " can be written", "choose another folder with --data");
    }

    /** What keeps a foreign process inside its workspace on this machine. */
    private void isolation() {
        Confinement means = Confinement.probe();
        check(
                means != Confinement.NONE,
                "foreign tool processes are confined by " + means.printed(),
                "install the package 'bubblewrap', or command tools will be refused");
    }

    /** What the voice is made of here, and what it lacks. */
    private void voice() {
        String fault = VoiceDetector.fault();
        hint(
                fault.isEmpty(),
                "voices are found by libfvad",
                "its library does not load (" + fault + "), so they are found by their energy");
        for (SpeechModel model : SpeechModel.ALL) {
            Presence presence = ModelStore.ofUser(System.getenv()).presence(model);
            hint(
                    presence == Presence.HERE,
                    "the model " + model.name(),
                    (presence == Presence.DAMAGED ? "its file is damaged and is not used; " : "")
                            + "./parley models get " + model.name() + " fetches what " + model.purpose());
        }
        hint(
                EchoCanceller.isHere(),
                "echoes are cancelled by WebRTC in talk --voice",
                "its library does not load, so the microphone is deaf while the agent speaks;"
                        + " on Debian install the packages 'libpulse0 libxcomposite1 libxrandr2 libxfixes3'");
        hint(
                SoundCard.isHere(),
                "a microphone and a loudspeaker for talk --voice",
                "none here; talk --voice --in FILE.wav --out FILE.wav needs none");
    }

    private void hint(boolean here, String what, String otherwise) {
        streams.out().println((here ? "ok       " : "optional ") + what + (here ? "" : ": " + otherwise));
    }

    private void check(boolean good, String what, String remedy) {
        streams.out().println((good ? "ok       " : "missing  ") + what + (good ? "" : ": " + remedy));
        wantsCare |= !good;
    }

    private void optional(String program, String what, String remedy) {
        hint(onPath(program), what, remedy);
    }

    private static boolean onPath(String program) {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, program.toLowerCase(Locale.ROOT)))
                        .anyMatch(Files::isExecutable);
    }
}
