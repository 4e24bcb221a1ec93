package dev.parley.app.command;

import dev.parley.app.io.ExitCode;
import dev.parley.kernel.json.Json;
import dev.parley.runelog.Comparison;
import dev.parley.runelog.Head;
import dev.parley.runelog.LogVerification;
import dev.parley.runelog.fault.Finding;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a verification found, one JSON object per line: conversations, findings, and a summary. */
final class VerifyReport {
    private final LogSelection selection;
    private final List<Head> heads;
    private final List<Finding> findings;
    private final Map<String, Comparison> comparisons = new TreeMap<>();

    VerifyReport(LogVerification verified, List<Finding> more, LogSelection selection) {
        this.selection = selection;
        this.heads = verified.heads().stream().filter(selection::isChosen).toList();
        this.findings = Stream.concat(verified.findings().stream(), more.stream())
                .filter(finding -> selection.isChosen(finding.conversation()))
                .toList();
        verified.comparisons().stream()
                .filter(comparison -> selection.isChosen(comparison.conversation()))
                .forEach(comparison -> comparisons.put(comparison.conversation(), comparison));
    }

    /** Prints all and answers the exit code. */
    int print(PrintStream out) {
        boolean isDropped = findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.HEAD_MISMATCH);
        if (selection.namesOne() && heads.isEmpty() && !isDropped) {
            throw selection.unknown();
        }
        heads.forEach(head -> out.println(judged(head).text()));
        comparisons.values().stream()
                .filter(comparison ->
                        heads.stream().noneMatch(head -> head.conversation().equals(comparison.conversation())))
                .forEach(comparison ->
                        out.println(compared(Json.Obj.EMPTY.with("conversation", comparison.conversation()), comparison)
                                .with("ok", comparison.holds())
                                .text()));
        findings.forEach(finding -> out.println(printed(finding).text()));
        boolean isSound = findings.stream().allMatch(Finding::isHarmless)
                && comparisons.values().stream().allMatch(Comparison::holds);
        out.println(Json.Obj.EMPTY
                .with("summary", true)
                .with("conversations", heads.size())
                .with("runes", heads.stream().mapToLong(Head::durable).sum())
                .with("findings", findings.size())
                .with("ok", isSound)
                .text());
        return isSound ? ExitCode.ACCEPTED : ExitCode.DENIED;
    }

    private Json.Obj judged(Head head) {
        Comparison comparison = comparisons.get(head.conversation());
        boolean isSound = head.haltedAt() == 0
                && (comparison == null || comparison.holds())
                && findings.stream()
                        .noneMatch(finding ->
                                !finding.isHarmless() && finding.conversation().equals(head.conversation()));
        return compared(LogCommand.printed(head), comparison).with("ok", isSound);
    }

    private static Json.Obj compared(Json.Obj line, @Nullable Comparison comparison) {
        if (comparison == null) {
            return line;
        }
        Json.Obj named = line.with("comparison", comparison.how().name().toLowerCase(Locale.ROOT));
        return switch (comparison.how()) {
            case COMPACTED -> named.with("compacted_at", comparison.at());
            case SAME, EXTENDED, MISSING, DIFFERS -> named.with("kept_event_id", comparison.at());
            case NEW, INCOMPARABLE -> named;
        };
    }

    private static Json.Obj printed(Finding finding) {
        return Json.Obj.EMPTY
                .with("finding", finding.kind().name().toLowerCase(Locale.ROOT))
                .with("conversation", finding.conversation())
                .with("event_id", finding.eventId())
                .with("file", finding.file())
                .with("offset", finding.offset())
                .with("message", finding.message());
    }
}
