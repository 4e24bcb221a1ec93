package dev.parley.agent.sandbox;

import java.util.LinkedHashMap;
import java.util.Map;

/** The environment of every child: these variables and no others, whatever this process was started with. */
final class ChildEnvironment {
    static final Map<String, String> VARIABLES = variables();

    private ChildEnvironment() {}

    private static Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
        variables.put("HOME", "/workspace");
        variables.put("LANG", "C.UTF-8");
        variables.put("TZ", "UTC");
        return java.util.Collections.unmodifiableMap(variables);
    }

    static void scrub(ProcessBuilder builder) {
        builder.environment().clear();
        builder.environment().putAll(VARIABLES);
    }
}
