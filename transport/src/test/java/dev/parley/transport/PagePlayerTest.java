package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The player of the page, run as it is by Node.js: a cut, a hole and what goes on after it make no click. */
@Timeout(60)
class PagePlayerTest {
    /** The largest step from one sample to the next: of a tone that plays, and around a cut, a hole and a new beginning. */
    private static final String HARNESS = """
            globalThis.sampleRate = 48000;
            const kinds = {};
            globalThis.AudioWorkletProcessor = class { constructor() { this.port = { postMessage() {} }; } };
            globalThis.registerProcessor = (name, kind) => { kinds[name] = kind; };
            await import(process.argv[2]);
            const player = new kinds["parley-player"]();
            let phase = 0;
            const give = (ms) => {
              const pcm = new Int16Array(16 * ms);
              for (let i = 0; i < pcm.length; i++) { pcm[i] = 12000 * Math.sin(0.3 + 2 * Math.PI * 220 * phase++ / 16000); }
              player.port.onmessage({ data: pcm.buffer });
            };
            let last = 0;
            const steps = (ms) => {
              let most = 0;
              for (let left = 48 * ms; left > 0; left -= 128) {
                const out = new Float32Array(128);
                player.process([], [[out]]);
                for (const each of out) { most = Math.max(most, Math.abs(each - last)); last = each; }
              }
              return most;
            };
            const found = [];
            give(100);
            found.push(steps(20));
            found.push(steps(40));
            player.port.onmessage({ data: "flush" });
            found.push(steps(40));
            phase += 5; give(103);
            found.push(steps(20));
            found.push(steps(120));
            console.log(found.join(" "));
            """;

    @TempDir
    Path folder;

    @Test
    void aCutAndAHoleMakeNoClick() throws IOException, InterruptedException {
        Path worklets = folder.resolve("worklets.mjs");
        try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream("page/worklets.js"))) {
            Files.copy(in, worklets);
        }
        Path harness = Files.writeString(folder.resolve("harness.mjs"), HARNESS);
        Process node = new ProcessBuilder("node", harness.toString(), worklets.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, node.waitFor(), said);
        List<Double> steps = Stream.of(said.split(" ")).map(Double::parseDouble).toList();
        double inside = steps.get(1);
        assertTrue(inside > 0.005, "the tone plays: " + said);
        for (double step : steps) {
            assertTrue(step < 1.3 * inside, "beginning, tone, cut, beginning, hole: " + said);
        }
    }
}
