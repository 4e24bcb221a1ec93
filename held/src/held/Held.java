package held;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests and turns their meaning around: one that fails by an assertion is as it should be. One that passes, is skipped, or ends in
 * any other way is named, and so is a time limit that is not the test's own.
 */
final class Held implements TestExecutionListener {
    private static final String SECONDS_FOR_A_TEST = "120 s";

    private final PrintStream out;
    private final List<String> unwanted = new ArrayList<>();
    private int all;

    private Held(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) {
        // Kept aside, because some of the tests put their own in its place.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        // What threads of that commit die of is shown by tests, not by traces in between.
        Thread.setDefaultUncaughtExceptionHandler((_, _) -> {});
        Held held = new Held(out);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectPackage("held"))
                .filters(ClassNameFilter.includeClassNamePatterns(classes(args[0])))
                .configurationParameter("junit.jupiter.execution.timeout.default", SECONDS_FOR_A_TEST)
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .build();
        LauncherFactory.create().execute(request, held);
        int code = held.close(args[0]);
        out.flush();
        // Whatever hangs in that commit would otherwise keep the program open.
        Runtime.getRuntime().halt(code);
    }

    /** The pattern is a part of a class name, package included; a star in it stands for anything. */
    private static String classes(String pattern) {
        return ".*" + Pattern.quote(pattern).replace("*", "\\E.*\\Q") + ".*";
    }

    private int close(String pattern) {
        if (all == 0 && unwanted.isEmpty()) {
            System.err.println("held: no test has a class name with '" + pattern + "'.");
            return 2;
        }
        unwanted.forEach(line -> out.println("NOT AS WANTED  " + line));
        out.println(all - unwanted.size() + " of " + all + " fail as wanted");
        return unwanted.isEmpty() ? 0 : 1;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable thrown = result.getThrowable().orElse(null);
        if (!test.isTest()) {
            // A class whose preparation fails has tests that never ran.
            if (thrown != null) {
                all++;
                unwanted.add(name(test) + " could not begin: " + firstLine(thrown));
            }
            return;
        }
        all++;
        if (thrown == null) {
            unwanted.add(name(test) + " passes");
        } else if (!(thrown instanceof AssertionError)) {
            unwanted.add(name(test) + " ends by " + firstLine(thrown));
            thrown.printStackTrace();
        } else if (!isOwn(thrown)) {
            unwanted.add(name(test) + " fails by an assertion of somebody else: " + firstLine(thrown));
            thrown.printStackTrace();
        } else {
            out.println("fails  " + name(test) + ": " + firstLine(thrown));
        }
    }

    /** What else asserts, in that commit or in what its own tests share, does not count. */
    private static boolean isOwn(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("org.junit.") && !name.startsWith("org.opentest4j."))
                .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
                .findFirst()
                .filter(name -> name.startsWith("held."))
                .isPresent();
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        all++;
        unwanted.add(name(test) + " is skipped: " + reason);
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .map(source -> switch (source) {
                    case MethodSource method ->
                        method.getClassName().substring("held.".length()) + "." + method.getMethodName() + suffix(test);
                    case ClassSource type -> type.getClassName();
                    default -> test.getDisplayName();
                })
                .orElse(test.getDisplayName());
    }

    private static String suffix(TestIdentifier test) {
        return test.getUniqueId().contains("invocation") ? " " + test.getDisplayName() : "";
    }

    private static String firstLine(Throwable thrown) {
        String message = thrown instanceof AssertionError ? thrown.getMessage() : thrown.toString();
        String line =
                String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " | ").replaceAll("\\p{Cntrl}", "?");
        return line.length() > 300 ? line.substring(0, 297) + "..." : line;
    }
}
