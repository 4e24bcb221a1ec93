package dev.parley.app.command;

import dev.parley.app.io.Streams;
import dev.parley.app.record.PrintedJson;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.RuneReader;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.TreeMap;

/** Follows a record that another process writes, woken by the file system and never by a clock. */
final class LogTail {
    private final LogSelection selection;
    private final RuneArchive archive;
    private final Streams streams;
    private final Map<String, Long> cursors = new TreeMap<>();

    LogTail(LogSelection selection, RuneArchive archive, Streams streams) {
        this.selection = selection;
        this.archive = archive;
        this.streams = streams;
    }

    /** Prints until the thread is interrupted or nobody reads any more. */
    void follow() throws IOException, InterruptedException {
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            selection
                    .journal()
                    .register(watch, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_CREATE);
            archive.refresh();
            print();
            while (!streams.out().checkError()) {
                WatchKey key = watch.take();
                key.pollEvents();
                key.reset();
                archive.refresh();
                print();
            }
        }
    }

    private void print() {
        for (String name : selection.chosen(archive)) {
            long after = cursors.getOrDefault(name, selection.after());
            try (RuneReader reader = archive.read(name, after, selection.mode())) {
                for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                    streams.out().println(PrintedJson.line(RuneJson.of(rune)));
                }
                cursors.put(name, reader.cursor());
            }
        }
        streams.out().flush();
    }
}
