package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Violation;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Done-when 4: the writing process is killed with SIGKILL at random points; what it acknowledged is there. */
class KillTest {
    private static final int LOGS = 10;
    private static final int KILLS_PER_LOG = Boolean.getBoolean("parley.long") ? 200 : 20;
    private static final int ACKNOWLEDGED_MAX = 120;

    @Test
    void everythingAcknowledgedSurvivesTwoHundredKills(@TempDir Path folder) throws Exception {
        int kills = 0;
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            List<Future<Integer>> runs = new ArrayList<>();
            for (int i = 0; i < LOGS; i++) {
                Path data = folder.resolve("log" + i);
                RandomSource random = RandomSource.seeded(i);
                Callable<Integer> run = () -> killAgainAndAgain(data, random);
                runs.add(pool.submit(run));
            }
            for (Future<Integer> run : runs) {
                kills += outcome(run);
            }
        }
        assertEquals(LOGS * KILLS_PER_LOG, kills);
    }

    private static int outcome(Future<Integer> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException broken) {
            throw new AssertionError(broken.getCause());
        }
    }

    private static int killAgainAndAgain(Path data, RandomSource random) throws Exception {
        Map<String, Map<Long, String>> acknowledged = new TreeMap<>();
        for (int kill = 0; kill < KILLS_PER_LOG; kill++) {
            int after = random.nextInt(ACKNOWLEDGED_MAX);
            Process child = start(data);
            try (BufferedReader lines = child.inputReader(StandardCharsets.US_ASCII)) {
                for (int i = 0; i < after; i++) {
                    note(lines.readLine(), acknowledged);
                }
                child.toHandle().destroyForcibly();
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    note(line, acknowledged);
                }
            }
            child.waitFor();
        }
        verify(data, acknowledged);
        return KILLS_PER_LOG;
    }

    /** A line that the kill cut short acknowledges nothing. */
    private static void note(String line, Map<String, Map<Long, String>> acknowledged) {
        String[] parts = line.split(" ", 3);
        if (parts.length == 3 && parts[2].length() == 64) {
            acknowledged.computeIfAbsent(parts[0], ignored -> new TreeMap<>()).put(Long.parseLong(parts[1]), parts[2]);
        }
    }

    private static void verify(Path data, Map<String, Map<Long, String>> acknowledged) throws IOException {
        RealDisk disk = new RealDisk(data);
        List<Finding> findings =
                LogVerification.verify(disk, Progress.SILENT, null).findings();
        assertTrue(findings.stream().allMatch(Finding::isHarmless), findings.toString());
        RuneArchive archive = RuneArchive.open(disk, Progress.SILENT);
        acknowledged.forEach((conversation, hashes) -> {
            List<Rune> runes = archive.read(conversation, 0).toList();
            for (int i = 0; i < runes.size(); i++) {
                assertEquals(i + 1L, runes.get(i).eventId(), "ids are gap-free");
            }
            hashes.forEach((id, hash) ->
                    assertEquals(hash, runes.get((int) (id - 1)).hash().hex(), conversation + " event " + id));
        });
    }

    private static Process start(Path data) throws IOException, URISyntaxException {
        String classPath = String.join(
                System.getProperty("path.separator"),
                placeOf(Runelog.class),
                placeOf(Rune.class),
                placeOf(Violation.class),
                placeOf(KilledWriter.class));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xmx64m",
                        "-cp",
                        classPath,
                        KilledWriter.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String placeOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
