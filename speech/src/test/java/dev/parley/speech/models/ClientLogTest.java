package dev.parley.speech.models;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the clients print when they fail, as pip 23 and npm 9 and 11 did. */
class ClientLogTest {
    private static final String FULL = "No space left on device";
    private static final String OFFLINE = "its registry cannot be reached; is this machine online?";
    private static final String NO_VERSION = "its registry does not have that version";

    private static void tells(String reason, String... printed) {
        assertEquals(reason, ClientLog.reason(List.of(printed), 1));
    }

    @Test
    void aRegistryOutOfReachIsNotAMissingVersion() {
        tells(
                OFFLINE,
                "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('<HTTPConnection>:"
                        + " Failed to establish a new connection: [Errno 111] Connection refused')': /simple/tiny/",
                "ERROR: Could not find a version that satisfies the requirement tiny==1.0 (from versions: none)",
                "ERROR: No matching distribution found for tiny==1.0");
        tells(OFFLINE, "npm error code ECONNREFUSED", "npm error syscall connect", "npm error errno ECONNREFUSED");
        tells(OFFLINE, "npm ERR! code EAI_AGAIN", "npm ERR! syscall getaddrinfo");
        tells(
                OFFLINE,
                "ERROR: Exception:",
                "Traceback (most recent call last):",
                "pip._vendor.urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool: Read timed out.");
    }

    @Test
    void aVersionThatIsNotThereIsNamed() {
        tells(
                NO_VERSION,
                "ERROR: Could not find a version that satisfies the requirement tiny==9 (from versions: 1.0, 1.1)",
                "ERROR: No matching distribution found for tiny==9");
        tells(
                NO_VERSION,
                "ERROR: Could not find a version that satisfies the requirement tiny==9 (from versions: none)",
                "ERROR: No matching distribution found for tiny==9");
        tells(NO_VERSION, "npm error code ETARGET", "npm error notarget No matching version found for tiny@9.");
        tells(NO_VERSION, "npm ERR! code E404", "npm ERR! 404 Not Found - GET https://registry.npmjs.org/tiny");
    }

    @Test
    void aFullDiskIsNamed() {
        tells(
                FULL,
                "ERROR: Exception:",
                "Traceback (most recent call last):",
                "    content_file.write(chunk)",
                "OSError: [Errno 28] No space left on device");
        tells(FULL, "npm error code ENOSPC", "npm error syscall write", "npm error errno -28");
        tells(FULL, "npm ERR! nospc There appears to be insufficient space", "npm ERR! code ENOSPC");
    }

    @Test
    void aCertificateIsNotCalledANetwork() {
        tells(
                "the certificate of its registry is not trusted on this machine",
                "WARNING: Retrying after connection broken by 'SSLError(SSLCertVerificationError(1, '[SSL:"
                        + " CERTIFICATE_VERIFY_FAILED] certificate verify failed'))'");
        tells(
                "the certificate of its registry is not trusted on this machine",
                "npm error code SELF_SIGNED_CERT_IN_CHAIN");
    }

    @Test
    void anythingElseIsToldInTheClientsOwnWords() {
        tells(
                "npm ERR! 500 Internal Server Error - GET http://127.0.0.1/tiny",
                "npm ERR! code E500",
                "npm ERR! 500 Internal Server Error - GET http://127.0.0.1/tiny",
                "npm ERR! A complete log of this run can be found in: /tmp/x");
        tells(
                "ERROR: HTTP error 403 while getting tiny",
                "Collecting tiny",
                "ERROR: HTTP error 403 while getting tiny");
        tells(
                "ValueError: strange",
                "ERROR: Exception:",
                "Traceback (most recent call last):",
                "ValueError: strange",
                "");
        tells("it ended with 1");
        tells("ERROR: " + "x".repeat(193) + " …", "ERROR: " + "x".repeat(1000));
    }
}
