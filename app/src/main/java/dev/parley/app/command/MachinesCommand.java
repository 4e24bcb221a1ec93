package dev.parley.app.command;

import dev.parley.app.drive.Machines;
import dev.parley.app.drive.MermaidDrawing;
import dev.parley.app.drive.ScxmlDrawing;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.kernel.Machine;
import dev.parley.kernel.MachineWalk;
import dev.parley.kernel.json.Json;
import dev.parley.sim.check.Finding;
import dev.parley.sim.check.HouseCheck;
import dev.parley.sim.check.Report;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley machines}: the machines themselves. */
@Command(
        name = "machines",
        description = "List the machines, draw one, or check the rules between them.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class MachinesCommand implements Callable<Integer> {
    private final Streams streams;
    private final Machines machines = new Machines();

    public MachinesCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        throw new BadInput("machines needs one of: list, diagram NAME, check (see ./parley machines --help)");
    }

    @Command(
            name = "list",
            description = "One machine per line, with its states and the number of its edges, as JSON.",
            mixinStandardHelpOptions = true)
    int list() {
        for (Machine<?, ?> machine : machines.all()) {
            streams.out().println(MachineWalk.of(machine).summary().text());
        }
        return ExitCode.ACCEPTED;
    }

    @Command(name = "diagram", description = "Draw one machine.", mixinStandardHelpOptions = true)
    int diagram(
            @Parameters(paramLabel = "NAME", description = "The machine's name.") String name,
            @Option(
                            names = "--format",
                            paramLabel = "mermaid|scxml|json",
                            defaultValue = "mermaid",
                            description = "The form (default: ${DEFAULT-VALUE}).")
                    String format) {
        MachineWalk walk = MachineWalk.of(machines.named(name));
        String text = switch (format) {
            case "mermaid" -> MermaidDrawing.of(walk).text();
            case "scxml" -> ScxmlDrawing.of(walk).text();
            case "json" -> walk.json().text() + "\n";
            default -> throw new BadInput("--format is mermaid, scxml or json, not '" + format + "'");
        };
        streams.out().print(text);
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "check",
            description = "Explore the household exhaustively; a broken rule is printed with its shortest trace.",
            mixinStandardHelpOptions = true)
    int check() {
        boolean sound = HouseCheck.run(this::print);
        streams.out().println(Json.Obj.EMPTY.with("ok", sound).text());
        return sound ? ExitCode.ACCEPTED : ExitCode.DENIED;
    }

    /** One line for the slice; then, for what does not hold, one line each and the trace as it can be driven. */
    private void print(Report report) {
        streams.out().println(report.toJson().text());
        for (Finding finding : report.findings()) {
            streams.out()
                    .println(Json.Obj.EMPTY
                            .with("finding", finding.property())
                            .with("detail", finding.detail())
                            .text());
            finding.lines().forEach(line -> streams.out().println(line.text()));
        }
        streams.out().flush();
    }
}
