package dev.parley.app.command;

import dev.parley.agent.packet.EpisodeCheck;
import dev.parley.agent.packet.PacketReader;
import dev.parley.agent.packet.PacketSchemas;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.kernel.episode.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley episode}: streams of episode packets. */
@Command(
        name = "episode",
        description = "Check streams of episode packets.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class EpisodeCommand implements Callable<Integer> {
    private final Streams streams;

    public EpisodeCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        throw new BadInput("episode needs: check FILE|- (see ./parley episode --help)");
    }

    @Command(
            name = "check",
            description = "One packet or external event per line in, one verdict per line out, and a summary.",
            mixinStandardHelpOptions = true)
    int check(
            @Parameters(paramLabel = "FILE|-", description = "The packets; - reads standard input.") String file,
            @Option(
                            names = "--profile",
                            paramLabel = "strict|reference",
                            defaultValue = "strict",
                            description = "How literally the table is read (default: ${DEFAULT-VALUE}).")
                    String profile) {
        EpisodeCheck check =
                new EpisodeCheck(new PacketReader(new PacketSchemas()), profileNamed(profile), streams.out());
        try (InputStream in = file.equals("-") ? streams.in() : Files.newInputStream(Path.of(file))) {
            return check.run(in) ? ExitCode.ACCEPTED : ExitCode.DENIED;
        } catch (NoSuchFileException e) {
            throw new BadInput(file + ": no such file");
        } catch (IOException | java.nio.file.InvalidPathException e) {
            throw new BadInput(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static Profile profileNamed(String name) {
        return switch (name) {
            case "strict" -> Profile.STRICT;
            case "reference" -> Profile.REFERENCE;
            default -> throw new BadInput("--profile is strict or reference, not '" + name + "'");
        };
    }
}
