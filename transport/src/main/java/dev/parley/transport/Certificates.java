package dev.parley.transport;

import dev.parley.transport.ServerSpec.Tls;
import dev.parley.transport.tls.TurnTls;
import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A certificate and its key from two files, read again whenever one of them has changed. */
final class Certificates implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Certificates.class.getName());
    private static final byte[] PROBE = {1, 2, 3};

    private final Tls spec;
    private final long lookEveryMs;
    private final Thread watch;
    private final Consumer<io.helidon.common.tls.Tls> changed;
    private List<FileTime> seen;
    /** What was last said of files that cannot be used. They are tried again and again, and complained of once. */
    private String complaint = "";

    private Certificates(Tls spec, long lookEveryMs, List<FileTime> seen, Consumer<io.helidon.common.tls.Tls> changed) {
        this.spec = spec;
        this.lookEveryMs = lookEveryMs;
        this.seen = seen;
        this.changed = changed;
        this.watch = Thread.ofVirtual().name("parley-certificates").unstarted(this::watch);
    }

    /** @throws IOException with a sentence for whoever wrote the configuration */
    static io.helidon.common.tls.Tls read(Tls spec) throws IOException {
        checkReadable(spec.cert(), "the certificate chain, beginning with -----BEGIN CERTIFICATE-----");
        checkReadable(spec.key(), "its private key, beginning with -----BEGIN PRIVATE KEY-----");
        checkCertificate(spec.cert());
        try {
            Keys keys = Keys.builder()
                    .pem(pem -> pem.key(Resource.create(spec.key())).certChain(Resource.create(spec.cert())))
                    .build();
            if (keys.privateKey().isEmpty() || keys.certChain().isEmpty()) {
                throw new IOException(
                        "tls: " + spec.cert() + " and " + spec.key() + " hold no certificate with its key");
            }
            if (!isPair(keys.privateKey().get(), keys.certChain().getFirst().getPublicKey())) {
                throw new IOException(
                        "tls: the key in " + spec.key() + " is not that of the certificate in " + spec.cert());
            }
            // Nobody shows a certificate to this server. But without anybody to trust, Helidon replaces the key and
            // then throws.
            return io.helidon.common.tls.Tls.builder()
                    .privateKey(keys)
                    .privateKeyCertChain(keys)
                    .trust(keys.certChain())
                    .manager(new TurnTls(Rates::network))
                    .build();
        } catch (RuntimeException e) {
            throw new IOException(
                    "tls: the key in " + spec.key()
                            + " cannot be used; it has to be a PKCS#8 key without a password, RSA, EC or EdDSA, of the"
                            + " certificate in " + spec.cert(),
                    e);
        }
    }

    /** Each file by itself, because what the two are used for does not say which of them is at fault. */
    private static void checkReadable(Path file, String holds) throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IOException("tls: " + file + " cannot be read; name a PEM file that this process may read", e);
        }
        if (!text.contains("-----BEGIN ") || !text.contains("-----END ")) {
            throw new IOException("tls: " + file + " is no PEM file; it holds " + holds);
        }
    }

    private static X509Certificate checkCertificate(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .filter(X509Certificate.class::isInstance)
                    .map(X509Certificate.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new CertificateException("it holds none"));
        } catch (CertificateException e) {
            throw new IOException(
                    "tls: " + file + " holds no certificate that can be read; write the whole chain into it again", e);
        }
    }

    /** A certificate that no client accepts does not replace one, and one that is in use is complained of. */
    private static void checkDates(Path file) throws IOException {
        X509Certificate certificate = checkCertificate(file);
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            throw new IOException(
                    "tls: the certificate in " + file + " has expired on "
                            + certificate.getNotAfter().toInstant() + "; write a valid one into the file",
                    e);
        } catch (CertificateNotYetValidException e) {
            throw new IOException(
                    "tls: the certificate in " + file + " is not valid before "
                            + certificate.getNotBefore().toInstant(),
                    e);
        }
    }

    /** Whether what one signs is verified by the other. While files are replaced one after the other they are no pair. */
    private static boolean isPair(PrivateKey key, PublicKey certified) {
        try {
            Signature signature = Signature.getInstance(
                    switch (key.getAlgorithm()) {
                        case "RSA" -> "SHA256withRSA";
                        case "EC" -> "SHA256withECDSA";
                        default -> key.getAlgorithm();
                    });
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (InvalidKeyException | SignatureException e) {
            return false;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("keys are RSA, EC or EdDSA", e);
        }
    }

    /** From now on changed files are told; files that cannot be used are not, and the old ones stay. */
    static Certificates watch(Tls spec, long lookEveryMs, Consumer<io.helidon.common.tls.Tls> changed)
            throws IOException {
        Certificates watched = new Certificates(spec, lookEveryMs, times(spec), changed);
        watched.watch.start();
        return watched;
    }

    private static List<FileTime> times(Tls spec) throws IOException {
        return List.of(Files.getLastModifiedTime(spec.cert()), Files.getLastModifiedTime(spec.key()));
    }

    private void watch() {
        while (!watch.isInterrupted()) {
            try {
                TimeUnit.MILLISECONDS.sleep(lookEveryMs);
                List<FileTime> now = times(spec);
                io.helidon.common.tls.Tls next = now.equals(seen) ? null : read(spec);
                checkDates(spec.cert());
                if (next != null) {
                    changed.accept(next);
                    seen = now;
                    complaint = "";
                    LOG.log(System.Logger.Level.INFO, "another certificate is in use");
                }
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                complain(String.valueOf(e.getMessage()));
            }
        }
    }

    private void complain(String of) {
        if (!of.equals(complaint)) {
            complaint = of;
            LOG.log(System.Logger.Level.WARNING, "the certificate stays as it was: {0}", of);
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
