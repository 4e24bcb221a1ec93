package dev.parley.runelog.heads;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.fault.Finding;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A list of heads as lines of text. */
final class HeadLines {
    static final String TITLE = "parley-heads ";

    private int version;
    private long wall;
    private long file;
    private long end;
    private long number;
    private long since;
    private String key = "";
    private boolean isClosed;
    private final List<HeadList.Order> orders = new ArrayList<>();
    private final List<HeadList.Entry> heads = new ArrayList<>();
    private final List<HeadList.Doubt> doubts = new ArrayList<>();

    private HeadLines() {}

    static String write(HeadList list) {
        StringBuilder text = new StringBuilder(TITLE).append(list.version()).append('\n');
        line(text, "wall", list.wallMillis());
        line(text, "journal", list.file(), list.end());
        line(text, "list", list.number(), list.since());
        line(text, "key", list.key());
        if (list.isClosed()) {
            line(text, "closed");
        }
        list.doubts()
                .forEach(doubt ->
                        line(text, "doubt", doubt.kind().name().toLowerCase(Locale.ROOT), encoded(doubt.message())));
        list.orders()
                .forEach(order -> line(
                        text, "order", order.file(), order.end(), order.digest().hex()));
        list.heads().forEach(entry -> write(text, entry));
        return text.toString();
    }

    private static void write(StringBuilder text, HeadList.Entry entry) {
        String name = encoded(entry.conversation());
        line(text, "head", entry.eventId(), entry.hash().hex(), name);
        SignedFacts facts = entry.facts();
        facts.bases()
                .forEach(base -> line(
                        text,
                        "base",
                        base.eventId(),
                        base.hash().hex(),
                        base.snapshot().hex(),
                        name,
                        encoded(base.reason())));
        facts.gaps()
                .forEach(gap ->
                        line(text, "gap", gap.from(), gap.to(), gap.before().hex(), name, encoded(gap.reason())));
        facts.unaccounted().forEach(run -> line(text, "unaccounted", run.from(), run.to(), name));
        facts.adopted().forEach(run -> line(text, "adopted", run.from(), run.to(), name, encoded(run.reason())));
    }

    private static void line(StringBuilder text, String what, Object... parts) {
        text.append(what);
        for (Object part : parts) {
            text.append(' ').append(part);
        }
        text.append('\n');
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Reads the lines up to the signature one by one: a list of very many conversations is long. */
    static HeadList parse(String text) {
        HeadLines lines = new HeadLines();
        int next = text.indexOf('\n') + 1;
        lines.version = Integer.parseInt(text.substring(TITLE.length(), next - 1));
        if (lines.version < 1 || lines.version > HeadList.VERSION) {
            throw new IllegalArgumentException("The list of heads has format version " + lines.version
                    + "; this program reads versions up to " + HeadList.VERSION + ".");
        }
        for (int at = next; at < text.length(); at = next) {
            next = text.indexOf('\n', at) + 1;
            lines.take(text.substring(at, next - 1));
        }
        return new HeadList(
                lines.version,
                lines.wall,
                lines.file,
                lines.end,
                lines.number,
                lines.since,
                lines.key,
                lines.isClosed,
                lines.orders,
                lines.heads,
                lines.doubts);
    }

    private void take(String line) {
        String[] parts = line.split(" ", -1);
        switch (parts[0]) {
            case "wall" -> wall = Long.parseLong(parts[1]);
            case "journal" -> {
                file = Long.parseLong(parts[1]);
                end = Long.parseLong(parts[2]);
            }
            case "list" -> {
                number = Long.parseLong(parts[1]);
                since = Long.parseLong(parts[2]);
            }
            case "key" -> key = parts[1];
            case "closed" -> isClosed = true;
            case "doubt" ->
                doubts.add(
                        new HeadList.Doubt(Finding.Kind.valueOf(parts[1].toUpperCase(Locale.ROOT)), decoded(parts[2])));
            case "order" ->
                orders.add(
                        new HeadList.Order(Long.parseLong(parts[1]), Long.parseLong(parts[2]), Hash.ofHex(parts[3])));
            case "head" ->
                heads.add(new HeadList.Entry(decoded(parts[3]), Long.parseLong(parts[1]), Hash.ofHex(parts[2])));
            default -> fact(line, parts);
        }
    }

    /** A line that belongs to the head before it. */
    private void fact(String line, String[] parts) {
        boolean isBase = parts[0].equals("base");
        boolean isGap = parts[0].equals("gap");
        int nameAt = isBase || isGap ? 4 : 3;
        HeadList.Entry own = heads.isEmpty() || parts.length <= nameAt ? null : heads.removeLast();
        if (own == null || !own.conversation().equals(decoded(parts[nameAt]))) {
            throw new IllegalArgumentException("The list of heads has an unknown line: " + line);
        }
        SignedFacts facts = own.facts();
        long first = Long.parseLong(parts[1]);
        SignedFacts more = switch (parts[0]) {
            case "base" ->
                facts.withBases(and(
                        facts.bases(),
                        new SignedFacts.Base(first, Hash.ofHex(parts[2]), Hash.ofHex(parts[3]), decoded(parts[5]))));
            case "gap" ->
                facts.withGaps(and(
                        facts.gaps(),
                        new SignedFacts.Gap(first, Long.parseLong(parts[2]), Hash.ofHex(parts[3]), decoded(parts[5]))));
            case "unaccounted" ->
                facts.withUnaccounted(
                        and(facts.unaccounted(), new SignedFacts.Run(first, Long.parseLong(parts[2]), "")));
            case "adopted" ->
                new SignedFacts(
                        facts.bases(),
                        facts.gaps(),
                        facts.unaccounted(),
                        and(facts.adopted(), new SignedFacts.Run(first, Long.parseLong(parts[2]), decoded(parts[4]))));
            default -> throw new IllegalArgumentException("The list of heads has an unknown line: " + line);
        };
        heads.add(new HeadList.Entry(own.conversation(), own.eventId(), own.hash(), more));
    }

    private static <T> List<T> and(List<T> some, T one) {
        List<T> all = new ArrayList<>(some);
        all.add(one);
        return all;
    }
}
