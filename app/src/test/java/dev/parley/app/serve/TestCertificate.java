package dev.parley.app.serve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for this machine that nobody has signed, made by the JDK's own tool. */
final class TestCertificate {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final KeyStore keys;

    private TestCertificate(KeyStore keys) {
        this.keys = keys;
    }

    static TestCertificate make(Path folder, String name) throws IOException, InterruptedException {
        return make(folder, name, "-1H");
    }

    /** @param from when it begins to be valid, for two days, as keytool takes it: {@code -3d} for one that has expired */
    static TestCertificate make(Path folder, String name, String from) throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "parley",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-startdate",
                        from,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(tool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD);
            return new TestCertificate(keys);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    void write(Path cert, Path key) throws IOException {
        try {
            Certificate certificate = keys.getCertificate("parley");
            Files.writeString(cert, pem("CERTIFICATE", certificate.getEncoded()));
            Files.writeString(
                    key, pem("PRIVATE KEY", keys.getKey("parley", PASSWORD).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static String pem(String kind, byte[] bytes) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }

    /** For clients that trust this certificate and no other. */
    SSLContext trusted() throws IOException {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, PASSWORD);
            trusted.setCertificateEntry("parley", keys.getCertificate("parley"));
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
