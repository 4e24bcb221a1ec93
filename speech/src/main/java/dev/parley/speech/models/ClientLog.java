package dev.parley.speech.models;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What pip or npm printed before it failed, told in one line. */
final class ClientLog {
    private static final int LINE_MAX = 200;

    /** The first that fits counts: pip warns of a broken connection also where it reached the registry later. */
    private static final List<Cause> CAUSES = List.of(
            new Cause("(?i)no space left on device|ENOSPC|EDQUOT|quota exceeded", "No space left on device"),
            new Cause(
                    "(?i)certificate.verify.failed|UNABLE_TO_(GET|VERIFY)\\w*|SELF_SIGNED_CERT\\w*|CERT_\\w+",
                    "the certificate of its registry is not trusted on this machine"),
            new Cause("ETARGET|E404|from versions: (?!none)", "its registry does not have that version"),
            new Cause(
                    "(?i)ECONN\\w+|ENOTFOUND|EAI_\\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT"
                            + "|connection broken|connection aborted|failed to establish|timed out|incompleteread",
                    "its registry cannot be reached; is this machine online?"),
            new Cause("No matching distribution", "its registry does not have that version"));

    /** Lines of npm that carry a code or a path and no words. */
    private static final Pattern WORDLESS =
            Pattern.compile("(code|syscall|errno|path|dest|A complete log|Log files were) ?.*|");

    private record Cause(Pattern words, String told) {
        Cause(String regex, String told) {
            this(Pattern.compile(regex), told);
        }
    }

    private ClientLog() {}

    /** Why it failed. */
    static String reason(List<String> printed, int exitCode) {
        for (Cause cause : CAUSES) {
            if (printed.stream().anyMatch(line -> cause.words.matcher(line).find())) {
                return cause.told;
            }
        }
        String last = printed.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce("it ended with " + exitCode, (_, line) -> line);
        String own = ownWords(printed).findFirst().orElse(last);
        return own.length() > LINE_MAX ? own.substring(0, LINE_MAX) + " …" : own;
    }

    /** What the client itself calls its error; npm before version 10 spells it in another way. */
    private static Stream<String> ownWords(List<String> printed) {
        return printed.stream()
                .filter(line -> (line.startsWith("ERROR: ") && !line.equals("ERROR: Exception:"))
                        || (line.matches("npm (error|ERR!).*")
                                && !WORDLESS.matcher(line.replaceFirst("npm (error|ERR!) ?", ""))
                                        .matches()));
    }
}
