package dev.parley.app.command;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.drive.Drive;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Room;
import dev.parley.kernel.json.Json;
import dev.parley.replay.Rooms;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley drive}: one machine, requests in, verdicts out. */
@Command(
        name = "drive",
        description = "Drive one machine: one JSON request per line on standard input, one verdict per request out.",
        mixinStandardHelpOptions = true)
public final class DriveCommand implements Callable<Integer> {
    private final Streams streams;
    private final Rooms rooms = new Rooms();

    @Parameters(
            paramLabel = "MACHINE",
            description = "The machine, for example stream or household; a wrong name lists them all.")
    private String machine = "";

    @Option(
            names = "--reading",
            paramLabel = "matrix|prose",
            defaultValue = "matrix",
            description = "How an active override and INTERRUPT are read (default: ${DEFAULT-VALUE}).")
    private String reading = "matrix";

    @Option(
            names = "--attestations",
            paramLabel = "FILE",
            description = "Write all attestations there, as a JSON array.")
    private @Nullable Path attestations;

    @Option(names = "--from", paramLabel = "FILE", description = "Rebuild the state from such an array first.")
    private @Nullable Path from;

    public DriveCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (!reading.equals("matrix") && !reading.equals("prose")) {
            throw new BadInput("--reading is matrix or prose, not '" + reading + "'");
        }
        Room<?, ?> room = rooms.open(machine, Json.Obj.EMPTY.with("reading", reading));
        if (room == null) {
            throw new BadInput("no machine '" + machine + "'; there are " + String.join(", ", rooms.names()));
        }
        return drive(room);
    }

    private <S extends Registered, E> int drive(Room<S, E> room) {
        Drive<S, E> drive = new Drive<>(room);
        if (from != null) {
            rebuild(drive, from);
        }
        if (attestations != null) {
            write(attestations, "[]\n");
        }
        answerAll(drive);
        if (attestations != null) {
            write(
                    attestations,
                    "["
                            + String.join(
                                    ",\n",
                                    drive.attestations().stream()
                                            .map(Json::text)
                                            .toList()) + "]\n");
        }
        return drive.somethingDenied() ? ExitCode.DENIED : ExitCode.ACCEPTED;
    }

    /** Lines are split as Latin-1, in which every byte is one character and can be taken back as it was. */
    private void answerAll(Drive<?, ?> drive) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.ISO_8859_1));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                drive.line(
                        line.getBytes(StandardCharsets.ISO_8859_1),
                        answer -> streams.out().println(answer.text()));
                if (!lines.ready()) {
                    streams.out().flush();
                }
            }
        } catch (IOException e) {
            throw new BadInput("cannot read standard input: " + e.getMessage());
        } finally {
            streams.out().flush();
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new BadInput("cannot write " + file + ": " + e.getMessage());
        }
    }

    private static void rebuild(Drive<?, ?> drive, Path file) {
        switch (drive.rebuild(read(file))) {
            case Rebuild.Result.Verified() -> {}
            case Rebuild.Result.Differs differs ->
                throw new BadInput(
                        file + ": attestation at index " + differs.index() + " does not verify: " + differs.sentence());
        }
    }

    private static List<Json.Obj> read(Path file) {
        try {
            Json json = JsonDecoder.decode(Files.readString(file));
            if (!(json instanceof Json.Arr(List<Json> items))) {
                throw new BadInput(file + ": not a JSON array of attestations");
            }
            List<Json.Obj> read = new ArrayList<>();
            for (Json item : items) {
                read.add(item instanceof Json.Obj object ? object : Json.Obj.EMPTY);
            }
            return read;
        } catch (NoSuchFileException e) {
            throw new BadInput("there is no file " + file);
        } catch (CharacterCodingException e) {
            throw new BadInput(file + ": not UTF-8");
        } catch (IOException e) {
            throw new BadInput("cannot read " + file + ": " + e.getMessage());
        } catch (JsonDecoder.NotJson e) {
            throw new BadInput(file + ": not JSON: " + e.inFile());
        }
    }
}
