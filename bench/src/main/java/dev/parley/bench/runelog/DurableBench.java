package dev.parley.bench.runelog;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Median;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.disk.RealDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteOptions;

/** 256 callers spread over 1,000 conversations, each waiting until its rune is on disk. */
public final class DurableBench implements Bench {
    private static final int CALLERS = 256;
    private static final int CONVERSATIONS = 1_000;
    private static final int ROUNDS = 7;
    private static final long PREALLOCATED = 256L << 20;
    private static final String UNIT = "runes/s";

    private final byte[] message = new byte[Workload.RUNE_BYTES + Workload.HEADER_BYTES];

    @Override
    public String name() {
        return "runelog.durable";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        long millis = quick ? 2_000 : 8_000;
        Path folder = Workload.folder();
        try {
            plain(folder.resolve("warm plain"), millis);
            subject(folder.resolve("warm log"), millis);
            double[] subject = new double[ROUNDS];
            double[] plain = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                plain[round] = plain(folder.resolve("plain" + round), millis);
                subject[round] = subject(folder.resolve("log" + round), millis);
            }
            double rate = Median.of(subject);
            double rocks = rocks(folder.resolve("rocks"), millis);
            double sqlite = sqlite(folder.resolve("sqlite"), millis);
            return List.of(
                    new Result(name(), rate, UNIT, Median.of(plain), "one preallocated file, group commit, bytes only"),
                    new Result(name(), rate, UNIT, rocks, "RocksDB, sync writes, same callers"),
                    new Result(name(), rate, UNIT, sqlite, "SQLite, WAL, synchronous FULL, same callers"));
        } finally {
            Workload.delete(folder);
        }
    }

    private static double subject(Path folder, long millis) throws Exception {
        List<RuneDraft> drafts = new ArrayList<>();
        for (int i = 0; i < CONVERSATIONS; i++) {
            drafts.add(Workload.draft("conversation-" + i));
        }
        try (Runelog log = Runelog.open(new RealDisk(folder), Workload.settings())) {
            return Callers.perSecond(CALLERS, millis, (caller, round) -> {
                RuneDraft draft = drafts.get((caller * 4 + round) % CONVERSATIONS);
                log.append(draft, WriteClass.IRREVERSIBLE).awaitDurable();
            });
        }
    }

    private double plain(Path file, long millis) throws Exception {
        try (PlainCommit commit = new PlainCommit(file, PREALLOCATED)) {
            return Callers.perSecond(
                    CALLERS, millis, (caller, round) -> commit.append(message).join());
        }
    }

    private double rocks(Path folder, long millis) throws Exception {
        try (Options options = new Options().setCreateIfMissing(true);
                WriteOptions sync = new WriteOptions().setSync(true);
                RocksDB db = RocksDB.open(options, folder.toString())) {
            return Callers.perSecond(CALLERS, millis, (caller, round) -> {
                byte[] key = (caller + "/" + round).getBytes(StandardCharsets.US_ASCII);
                db.put(sync, key, message);
            });
        }
    }

    private double sqlite(Path file, long millis) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode=wal");
            statement.execute("pragma synchronous=full");
            statement.execute("create table rune (id integer primary key, body blob)");
            try (PreparedStatement insert = connection.prepareStatement("insert into rune (body) values (?)")) {
                return Callers.perSecond(CALLERS, millis, (caller, round) -> {
                    synchronized (insert) {
                        insert.setBytes(1, message);
                        insert.executeUpdate();
                    }
                });
            }
        }
    }
}
