package dev.parley.app;

import dev.parley.kernel.Machine;
import dev.parley.kernel.MachineWalk;
import java.util.List;
import java.util.Map;

/** The page about one machine: what it decides, how it looks, and every edge of it. */
final class MachinePage {
    private static final Map<String, String> ABOUT = Map.ofEntries(
            Map.entry(
                    "stream",
                    "A stream is one piece of speech on its way to be heard: prepared, synthesised, played, stopped. The"
                            + " machine says what may happen to it next; who may ask for it is decided by the invariants of"
                            + " its room."),
            Map.entry(
                    "turn",
                    "A turn is one exchange between a person and the agent. It is proposed, opened under a lease and a plan,"
                            + " ends exactly once, by commit or abort, and is closed exactly once."),
            Map.entry(
                    "tool",
                    "A call of a tool is judged, perhaps approved, admitted by the sandbox, dispatched with its permit, and"
                            + " settled exactly once. After a lost process nobody runs it again by itself."),
            Map.entry(
                    "episode",
                    "An episode is what happens around one thought of a model: sense, model, decide, verify or authorise,"
                            + " execute, review. This is the strict profile."),
            Map.entry(
                    "episode-reference",
                    "The episode machine in the reference profile, in which a token may open the way to execution. The"
                            + " strict profile is the [episode machine](episode.md)."),
            Map.entry(
                    "identity",
                    "Who is speaking. Signals and claims make somebody probable, a validation confirms them, and a confirmed"
                            + " identity falls only to a strong conflict or with the end of the conversation."),
            Map.entry(
                    "addressing",
                    "How somebody wants to be addressed. What they say themselves counts for good; what was inferred gives"
                            + " way at the first contradiction."),
            Map.entry(
                    "age",
                    "How old somebody is, as far as rules and tone need it. While nobody knows, they are treated as a"
                            + " child."),
            Map.entry(
                    "mode",
                    "Who else is in the room. The mode acts on the very next sentence: before somebody unknown nothing"
                            + " personal is said and nothing risky is done."),
            Map.entry(
                    "command",
                    "A command of a person: detected, authorised by the house, confirmed by the asker where it is risky,"
                            + " executed or not."),
            Map.entry(
                    "profile",
                    "A change of somebody's profile. Nothing of a profile changes except through an update that reaches"
                            + " APPROVED, and it is applied whole or not at all."),
            Map.entry(
                    "delegation",
                    "A group of commands that its owner lends to somebody for one conversation. The owner confirms it and"
                            + " may take it back at any time."),
            Map.entry(
                    "consent",
                    "What somebody has agreed to, for one purpose and one conversation. Denied, timed out and revoked are"
                            + " three different things."),
            Map.entry("greeting", "The birthday greeting: once a day, and only where it reveals nothing."));

    private MachinePage() {}

    static String of(Machine<?, ?> machine) {
        MachineWalk walk = MachineWalk.of(machine);
        MachineDrawing drawing = new MachineDrawing(walk);
        String about = ABOUT.get(machine.name());
        if (about == null) {
            throw new IllegalStateException("nobody has said what the machine " + machine.name() + " is about");
        }
        StringBuilder page = new StringBuilder("# The " + machine.name() + " machine\n\n" + about + "\n");
        drawings(page, drawing.drawings());
        if (drawing.isBusy()) {
            fromMany(page, drawing.fromMany());
        }
        legend(page, machine.name(), drawing.isBusy());
        stays(page, drawing.stays());
        edges(page, walk.edges());
        return page.append("\nEvery other event in these states is refused.\n").toString();
    }

    private static void drawings(StringBuilder page, List<String> drawings) {
        List<String> titles = List.of("The ways on", "The ways back");
        for (int i = 0; i < drawings.size(); i++) {
            page.append(drawings.size() == 1 ? "" : "\n## " + titles.get(i) + "\n")
                    .append("\n```mermaid\n")
                    .append(drawings.get(i))
                    .append("```\n");
        }
    }

    private static void fromMany(StringBuilder page, List<List<String>> rows) {
        page.append(
                "\n## From many states\n\nThese arrows are left out above.\n\n| from | event | to |\n|---|---|---|\n");
        rows.forEach(row -> page.append("| ")
                .append(row.get(0))
                .append(" | `")
                .append(row.get(1))
                .append("` | ")
                .append(row.get(2))
                .append(" |\n"));
    }

    private static void legend(StringBuilder page, String name, boolean isBusy) {
        page.append("""

                | sign | meaning |
                |---|---|
                | ● → state | the machine begins here |
                | state → ◉ | nothing leads on from here |
                | arrow | each event on it leads from the one state to the other |
                """)
                .append(
                        isBusy
                                ? "| `Packet` | is left out of the names of packets |\n"
                                : "| note | these events lead here from many states; their arrows are left out |\n")
                .append("\nDrawn by the machine itself, so what is drawn is what runs. `./parley machines diagram ")
                .append(name)
                .append("` prints every\nedge in one drawing, or as JSON and SCXML.\n");
    }

    private static void stays(StringBuilder page, Map<String, List<String>> stays) {
        if (stays.isEmpty()) {
            return;
        }
        page.append("\n## Taken without a move\n\n| state | events |\n|---|---|\n");
        stays.forEach((state, events) -> page.append("| ")
                .append(state)
                .append(" | `")
                .append(String.join("`, `", events))
                .append("` |\n"));
    }

    private static void edges(StringBuilder page, List<MachineWalk.Edge> edges) {
        page.append("\n## Every move\n\n| from | event | to |\n|---|---|---|\n");
        for (MachineWalk.Edge edge : edges) {
            if (!edge.from().equals(edge.to())) {
                page.append("| ")
                        .append(edge.from())
                        .append(" | `")
                        .append(edge.event())
                        .append("` | ")
                        .append(edge.to())
                        .append(" |\n");
            }
        }
    }
}
