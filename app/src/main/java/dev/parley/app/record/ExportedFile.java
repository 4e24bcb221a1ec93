package dev.parley.app.record;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.io.BadInput;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.replay.export.ExportReader;
import dev.parley.replay.export.NotAnExport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Predicate;

/** One exported conversation in a file, which needs nothing else to be proven. */
public final class ExportedFile {
    private final String file;
    private final InputStream standardInput;

    /** @param file its path, or {@code -} for standard input */
    public ExportedFile(String file, InputStream standardInput) {
        this.file = file;
        this.standardInput = standardInput;
    }

    /** Checks the chain and the canonical bytes. */
    public Json.Obj verify() {
        ExportReader reader = ExportReader.chained();
        read(reader, rune -> true);
        return reader.report();
    }

    /** Derives every verdict again and holds every effect to its verdict. */
    public Json.Obj replay(boolean chained) {
        ExportReader reader = chained ? ExportReader.chained() : ExportReader.unchained();
        Replay replay = new Replay(new Rooms(), chained ? Replay.Chain.VERIFIED : Replay.Chain.IGNORED);
        read(reader, rune -> replay.accept(whole(rune)));
        reader.requireBeginning();
        Json.Obj report = replay.underRules(
                reader.report().with("verdicts", replay.verdicts()).with("chain", chained));
        if (reader.fault() != null) {
            return report;
        }
        replay.finish();
        Json.Obj fault = replay.firstFault();
        if (fault != null) {
            return replay.reach(report.with("verified", false).with("first_fault", fault));
        }
        return replay.isProven() ? report : report.with("unproven", Json.texts(Replay.UNPROVEN));
    }

    /** Where the beginning was given up, the state that the rest goes on from is in the folder, and in no file. */
    private Rune whole(Rune rune) {
        if (ExportReader.isCompacted(rune)) {
            throw new BadInput(file + ":1: events " + rune.payload().number("from") + " to "
                    + rune.payload().number("to")
                    + " were compacted, so that this file proves no decision: 'replay --data DIR "
                    + rune.conversation() + "' does, from its snapshot");
        }
        return rune;
    }

    /** Hands out the runes until one is refused or the file ends. */
    private void read(ExportReader reader, Predicate<Rune> runes) {
        long number = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                open(), StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)))) {
            boolean goesOn = true;
            for (String line = lines.readLine(); line != null && goesOn; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    Rune rune = reader.read(object(line));
                    goesOn = rune != null && runes.test(rune);
                }
            }
        } catch (NotAnExport | JsonDecoder.NotJson no) {
            throw new BadInput(file + ":" + number + ": no export of a conversation: " + no.getMessage());
        } catch (CharacterCodingException e) {
            throw new BadInput(file + ":" + (number + 1) + ": no export of a conversation: it is not UTF-8");
        } catch (IOException | InvalidPathException e) {
            throw BadInput.unreadable(file, e);
        }
        if (reader.isEmpty()) {
            throw new BadInput(file + ":1: no export of a conversation: it has no runes");
        }
    }

    private InputStream open() throws IOException {
        return file.equals("-") ? standardInput : Files.newInputStream(Path.of(file));
    }

    private static Json.Obj object(String line) throws JsonDecoder.NotJson, NotAnExport {
        if (JsonDecoder.decode(line) instanceof Json.Obj object) {
            return object;
        }
        throw new NotAnExport("a line is one JSON object");
    }
}
