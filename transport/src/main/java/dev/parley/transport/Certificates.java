package dev.parley.transport;

import dev.parley.transport.ServerSpec.Tls;
import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A certificate and its key from two files, read again whenever one of them has changed. */
final class Certificates implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Certificates.class.getName());

    private final Tls spec;
    private final long lookEveryMs;
    private final Thread watch;
    private final Consumer<io.helidon.common.tls.Tls> changed;
    private List<FileTime> seen;

    private Certificates(Tls spec, long lookEveryMs, List<FileTime> seen, Consumer<io.helidon.common.tls.Tls> changed) {
        this.spec = spec;
        this.lookEveryMs = lookEveryMs;
        this.seen = seen;
        this.changed = changed;
        this.watch = Thread.ofVirtual().name("parley-certificates").unstarted(this::watch);
    }

    /** @throws IOException with a sentence for whoever wrote the configuration */
    static io.helidon.common.tls.Tls read(Tls spec) throws IOException {
        try {
            Keys keys = Keys.builder()
                    .pem(pem -> pem.key(Resource.create(spec.key())).certChain(Resource.create(spec.cert())))
                    .build();
            if (keys.privateKey().isEmpty() || keys.certChain().isEmpty()) {
                throw new IOException(
                        "tls: " + spec.cert() + " and " + spec.key() + " hold no certificate with its key");
            }
            return io.helidon.common.tls.Tls.builder()
                    .privateKey(keys)
                    .privateKeyCertChain(keys)
                    .build();
        } catch (RuntimeException e) {
            throw new IOException(
                    "tls: " + spec.cert() + " and " + spec.key() + " cannot be used: " + e.getMessage(), e);
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
                if (!now.equals(seen)) {
                    changed.accept(read(spec));
                    seen = now;
                    LOG.log(System.Logger.Level.INFO, "another certificate is in use");
                }
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "the certificate stays as it was: {0}", e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
