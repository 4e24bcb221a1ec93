package dev.parley.agent.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many processes a program has at this moment, and how much memory they hold together. */
record Footprint(int processes, long memoryBytes) {
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");

    static Footprint of(Process process) {
        int processes = 0;
        long memoryBytes = 0;
        for (ProcessHandle each : process.descendants().toList()) {
            processes++;
            memoryBytes += resident(each.pid());
        }
        return new Footprint(processes, memoryBytes);
    }

    private static long resident(long pid) {
        try {
            Matcher found = RESIDENT.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return found.find() ? Long.parseLong(found.group(1)) << 10 : 0;
        } catch (IOException gone) {
            return 0;
        }
    }
}
