package held.newcomer;

import static held.newcomer.Newcomer.ROOT;
import static held.newcomer.Newcomer.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.Agent;
import dev.parley.agent.tool.SystemTime;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.Approver;
import dev.parley.session.ConversationLoop;
import dev.parley.session.settings.Settings;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.event.Reply;
import dev.parley.sim.run.MemoryJournal;
import held.Commands.Ran;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Rows 10, 11 and 12: the library can be had, leaves an application its logging, and shows how a session is held. */
class NewcomerProjectTest {
    @TempDir
    private Path folder = Path.of("");

    /** The launcher is run as it is, beside what was built; only the sources are left out, so that it builds nothing. */
    @Test
    void theLauncherInstallsTheLibrary() throws Exception {
        Path target = Files.createDirectories(folder.resolve("app/target"));
        Files.copy(ROOT.resolve("parley"), folder.resolve("parley"));
        for (String each : List.of("classpath", "parley-app-0.1.0-SNAPSHOT.jar")) {
            Files.copy(ROOT.resolve("app/target").resolve(each), target.resolve(each));
        }
        Files.writeString(target.resolve("parley.stamp"), "");
        Ran ran = Newcomer.process(
                folder,
                "",
                List.of("env", "JAVA_HOME=" + System.getProperty("java.home"), "bash", "./parley", "install"));
        assertFalse(ran.err().contains("there is no command 'install'"), ran.all());
    }

    @Test
    void thePageTellsTheCoordinates() {
        String page = text("README.md");
        assertTrue(
                page.contains("dev.parley:parley") || page.contains("<groupId>dev.parley</groupId>"),
                "no coordinates in the " + page.lines().count() + " lines of the page");
    }

    @Test
    void thereIsABillOfMaterials() {
        assertTrue(text("bom/pom.xml").contains("<dependencyManagement>"), "no bom/pom.xml");
    }

    /** Looks for a class, because there is nothing to call. */
    @Test
    void thereIsOneClassToBeginWith() {
        List<String> fronts = Newcomer.library().stream()
                .filter(type -> type.getPackageName().equals("dev.parley"))
                .map(Class::getName)
                .toList();
        assertTrue(fronts.contains("dev.parley.Parley"), "in the package dev.parley there is " + fronts);
    }

    @Test
    void sourcesAndJavadocComeWithTheJars() {
        assertTrue(
                text("pom.xml").contains("maven-source-plugin")
                        && text("pom.xml").contains("maven-javadoc-plugin"),
                "the build makes neither");
    }

    /** What an application that takes the agent has on its class path, and its own logging behind it. */
    @Test
    void anApplicationKeepsItsLogging() throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.slf4j.spi.SLF4JServiceProvider"), OwnLogging.class.getName());
        List<URL> path = new ArrayList<>();
        for (String each :
                Files.readString(ROOT.resolve("app/target/classpath")).strip().split(":")) {
            if (!each.contains("picocli") && !each.contains("jline")) {
                path.add(Path.of(each).toUri().toURL());
            }
        }
        path.add(folder.toUri().toURL());
        path.add(OwnLogging.class.getProtectionDomain().getCodeSource().getLocation());
        try (URLClassLoader application =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Object logging = application
                    .loadClass(LoggerFactory.class.getName())
                    .getMethod("getILoggerFactory")
                    .invoke(null);
            assertEquals(
                    OwnLogging.class.getName(), logging.getClass().getName(), "who gets what the application logs");
        }
    }

    @Test
    void noModuleOfTheLibraryBringsALoggingBinding() {
        List<String> binding = Stream.of(
                        "kernel", "runelog", "replay", "pipeline", "provider", "agent", "session", "sim")
                .filter(module -> text(module + "/pom.xml").matches("(?s).*(slf4j-nop|slf4j-simple|logback).*"))
                .toList();
        assertEquals(List.of(), binding);
    }

    @Test
    void anExampleHoldsASession() throws IOException {
        List<String> holding = examples().stream()
                .filter(file -> text(file).matches("(?s).*(dev\\.parley\\.session|\\.converse\\().*"))
                .toList();
        assertFalse(holding.isEmpty(), "of " + examples() + " none");
    }

    @Test
    void thereIsAnExampleForMoreThanOneThing() throws IOException {
        assertTrue(examples().size() >= 5, examples().toString());
    }

    private static List<String> examples() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> ROOT.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theProgramOnThePageHoldsAConversation() {
        String page = text("README.md");
        int from = page.indexOf("```java\n") + 8;
        String program = page.substring(from, page.indexOf("```", from));
        assertTrue(program.contains(".converse(") && program.contains(".say("), program);
    }

    /** Looks at shapes: some public class has to take an agent or a model and be what a session asks. */
    @Test
    void anAgentCanBeMadeTheModelOfASession() {
        Set<Class<?>> own = Set.of(Agent.class, Model.class);
        List<String> makers = Stream.concat(Newcomer.library().stream(), Newcomer.classes("app").stream())
                .filter(Providers.class::isAssignableFrom)
                .filter(type -> Arrays.stream(type.getDeclaredConstructors())
                        .anyMatch(
                                made -> Arrays.stream(made.getParameterTypes()).anyMatch(own::contains)))
                .map(type -> (Modifier.isPublic(type.getModifiers()) ? "public " : "closed ") + type.getName())
                .toList();
        assertTrue(makers.stream().anyMatch(made -> made.startsWith("public ")), makers.toString());
    }

    /** A session with the timers that come with the library, on the clock: its decisions are to be taken by one thread. */
    @Test
    void theTimersThatAreThereRunASessionOnOneThread() throws InterruptedException {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch spoken = new CountDownLatch(1);
        MemoryJournal memory = new MemoryJournal();
        Journal journal = new Journal() {
            @Override
            public synchronized Rune append(RuneDraft draft) {
                threads.add(Thread.currentThread().toString());
                if (draft.kind().equals("playback.ended")) {
                    spoken.countDown();
                }
                return memory.append(draft);
            }

            @Override
            public boolean isDurable(long eventId) {
                return true;
            }
        };
        AtomicReference<ConversationLoop> loop = new AtomicReference<>();
        Providers parrot = new Providers() {
            @Override
            public List<String> names(ProviderKind kind) {
                return List.of("own");
            }

            @Override
            public void start(Call call) {
                loop.get()
                        .offer(
                                switch (call.ask()) {
                                    case Ask.Think think ->
                                        new SessionEvent.Replied(
                                                call.id(), new Reply(think.text(), 100, true, List.of(), 0));
                                    case Ask.Synthesize text -> new SessionEvent.AudioReady(call.id(), text.audioMs());
                                    case Ask.Transcribe segment -> new SessionEvent.Transcribed(call.id(), "");
                                });
            }

            @Override
            public void cancel(long callId) {}

            @Override
            public void release(long callId) {}
        };
        try (ThreadTimers timers = new ThreadTimers()) {
            loop.set(new ConversationLoop(
                    "talk",
                    Settings.DEFAULTS,
                    Map.of(),
                    new ConversationLoop.Ports(
                            new SystemTime(),
                            timers,
                            journal,
                            parrot,
                            new OwnSession.NoTools(),
                            (recorder, clock) -> Approver::adult)));
            loop.get().begin(Json.Obj.EMPTY);
            loop.get().offer(new SessionEvent.TextTyped("hello", "ana"));
            if (!spoken.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nothing was said");
            }
        }
        assertEquals(1, threads.size(), threads.toString());
    }
}
