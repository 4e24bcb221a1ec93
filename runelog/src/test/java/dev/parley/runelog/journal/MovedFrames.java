package dev.parley.runelog.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Journal files in which frames stand elsewhere, with the checksums that they need there. */
public final class MovedFrames {
    private MovedFrames() {}

    /** The same file, with the first two frames that follow each other and are of two conversations exchanged. */
    public static byte[] exchanged(byte[] file) {
        FrameCursor cursor = new FrameCursor(FrameFormat.longAt(file, 24));
        cursor.over(file, file.length, 0);
        List<Integer> starts = new ArrayList<>();
        for (int at = JournalFile.FRAMES_AT; cursor.examine(at) == FrameCursor.Found.SOUND; at = cursor.end()) {
            starts.add(at);
        }
        for (int i = 1; i < starts.size(); i++) {
            cursor.examine(starts.get(i - 1));
            String first = cursor.conversation();
            cursor.examine(starts.get(i));
            if (!cursor.conversation().equals(first)) {
                return exchanged(file, starts.get(i - 1), starts.get(i), cursor.end());
            }
        }
        throw new IllegalArgumentException("The file has frames of one conversation only.");
    }

    private static byte[] exchanged(byte[] file, int first, int second, int end) {
        byte[] moved = file.clone();
        int length = end - second;
        System.arraycopy(file, second, moved, first, length);
        System.arraycopy(file, first, moved, first + length, second - first);
        for (int[] place : List.of(new int[] {first, first}, new int[] {first + length, second})) {
            int at = place[0];
            System.arraycopy(file, place[1] + FrameFormat.FLAGS_AT, moved, at + FrameFormat.FLAGS_AT, 2);
            long salt = FrameFormat.longAt(file, 24);
            FrameFormat.bind(moved, at, salt, at, new CRC32C(), new byte[FrameFormat.SCRATCH_BYTES]);
        }
        if (Arrays.equals(moved, file)) {
            throw new IllegalArgumentException("Nothing was moved.");
        }
        return moved;
    }
}
