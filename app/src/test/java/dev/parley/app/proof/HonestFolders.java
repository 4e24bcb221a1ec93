package dev.parley.app.proof;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.session.people.HouseSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Folders that Parley wrote, to be forged.
 *
 * @param whole everything, closed cleanly
 * @param earlier the same some conversations before
 * @param crashed the same after more was said, while it was open
 * @param keptEarlier what {@code log head --out} wrote when the folder was as in {@code earlier}
 * @param kept the same for {@code whole}
 * @param elsewhere what an attacker made with Parley: the same names, and other decisions
 * @param oldLists lists of version 2 by the first key of the folder, as they were there before today's program was started
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: two files as they were kept.
record HonestFolders(
        Forge whole,
        Forge earlier,
        Forge crashed,
        byte[] keptEarlier,
        byte[] kept,
        Forge elsewhere,
        Map<String, byte[]> oldLists) {
    /** A conversation whose beginning was given up. */
    static final String COMPACTED = "lib";

    private static final int TURNS = 14;
    private static final int SMALL_FILE_BYTES = 20_000;

    static HonestFolders in(Path folder) throws IOException {
        Path data = folder.resolve("data");
        talk(data, "ana", "remember that my tea is green\norder some tea\nno\nremember that I have a cat\n");
        Map<String, byte[]> oldLists = Forge.of(data).oldLists();
        for (Map.Entry<String, byte[]> list : oldLists.entrySet()) {
            Files.write(data.resolve(list.getKey()), list.getValue());
        }
        talk(data, "dora", "disable the alarm\nyes\n");
        compacted(data, "ana", TURNS);
        Forge earlier = Forge.of(data);
        byte[] keptEarlier = kept(data, folder.resolve("earlier.heads"));
        talk(data, "ana", "open the garage\nno\nmy birthdate is 1980-05-02\n");
        talk(data, "ben", "turn on the kitchen lights\norder bread\nno\n");
        Forge whole = Forge.of(data);
        byte[] kept = kept(data, folder.resolve("whole.heads"));
        Path other = folder.resolve("other");
        talk(other, "ana", "order some tea\nyes\nremember that I have a dog\n");
        talk(other, "ana", "disable the alarm\nyes\n");
        compacted(other, "ana", 2 * TURNS);
        talk(other, "ana", "open the garage\nyes\n");
        talk(other, "ana", "delete everything\nyes\n");
        return new HonestFolders(whole, earlier, crashed(data), keptEarlier, kept, Forge.of(other), oldLists);
    }

    private static void talk(Path data, String person, String lines) {
        String _ = Exports.run(lines, "talk", "--as", person, "--data", data.toString());
    }

    private static byte[] kept(Path data, Path file) throws IOException {
        String _ = Exports.run("", "log", "head", "--data", data.toString(), "--out", file.toString());
        return Files.readAllBytes(file);
    }

    private static Runelog log(Path data) throws IOException {
        return Runelog.open(
                new RealDisk(data),
                RunelogSettings.inline(new SystemTime(), RandomSource.seeded(5)).withFileBytesMax(SMALL_FILE_BYTES));
    }

    private static Parley parley(Path data) throws IOException {
        return Parley.over(log(data), new RealDisk(data))
                .model((_, _) -> Reply.says("Yes."))
                .household(HouseSpec.standard())
                .open();
    }

    private static void compacted(Path data, String person, int turns) throws IOException {
        try (Parley parley = parley(data)) {
            Conversation talk = parley.converse(COMPACTED, person);
            for (int i = 0; i < turns; i++) {
                String _ = talk.say("Hello").join();
            }
            parley.drain();
        }
        String _ = Exports.run("", "log", "compact", COMPACTED, "--data", data.toString());
        try (Parley parley = parley(data)) {
            String _ = parley.resume(COMPACTED, Visit.of(person)).say("Hello").join();
            parley.drain();
        }
    }

    private static Forge crashed(Path data) throws IOException {
        try (Parley parley = parley(data)) {
            String _ = parley.converse("open", "ana").say("Hello").join();
            parley.drain();
            parley.record().commit();
            return Forge.of(data);
        }
    }
}
