package dev.parley.runelog;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.RealDisk;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A process that appends until it is killed, and prints a line for every rune once it is durable. */
final class KilledWriter {
    private static final int WRITERS = 4;

    private KilledWriter() {}

    public static void main(String[] args) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(Logs.STILL, RandomSource.seeded(System.nanoTime()))
                .withFileBytesMax(16 << 10)
                .withGrowBytesMax(8 << 10);
        Runelog log = Runelog.open(new RealDisk(Path.of(args[0])), settings);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        for (int i = 0; i < WRITERS; i++) {
            String conversation = "c" + i;
            Thread.ofPlatform().start(() -> appendForEver(log, conversation, out));
        }
    }

    private static void appendForEver(Runelog log, String conversation, FileOutputStream out) {
        try {
            for (int i = 0; ; i++) {
                RuneDraft draft = Logs.draft(conversation, i);
                List<Receipt> receipts = i % 5 == 0
                        ? log.appendAll(List.of(draft, draft, draft), WriteClass.IRREVERSIBLE)
                        : List.of(log.append(draft, WriteClass.IRREVERSIBLE));
                receipts.getLast().awaitDurable();
                for (Receipt receipt : receipts) {
                    print(receipt.rune(), out);
                }
            }
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1);
        }
    }

    private static void print(Rune rune, FileOutputStream out) throws IOException {
        String line =
                rune.conversation() + " " + rune.eventId() + " " + rune.hash().hex() + "\n";
        out.write(line.getBytes(StandardCharsets.US_ASCII));
    }
}
