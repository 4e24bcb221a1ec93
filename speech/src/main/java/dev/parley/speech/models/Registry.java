package dev.parley.speech.models;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Where packages come from, what fetches them, and how a file is taken out of one. */
public enum Registry {
    PYPI("pip", "python3-pip", ".whl") {
        @Override
        List<String> command(String client, String requirement, Path into) {
            return List.of(
                    client,
                    "download",
                    "--no-deps",
                    "--only-binary=:all:",
                    "--disable-pip-version-check",
                    "--dest",
                    into.toString(),
                    "--ignore-requires-python",
                    "--progress-bar=off",
                    requirement);
        }

        @Override
        void adapt(Map<String, String> environment, Path work) {
            environment.put("TMPDIR", work.toString());
            environment.putIfAbsent("PIP_RESUME_RETRIES", "20");
        }

        @Override
        boolean extract(Path bundle, String member, Path to) throws IOException {
            try (ZipFile zip = new ZipFile(bundle.toFile())) {
                ZipEntry entry = zip.getEntry(member);
                if (entry == null) {
                    return false;
                }
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, to);
                }
                return true;
            }
        }
    },
    NPM("npm", "npm", ".tgz") {
        @Override
        List<String> command(String client, String requirement, Path into) {
            return List.of(
                    client,
                    "pack",
                    requirement,
                    "--pack-destination",
                    into.toString(),
                    "--ignore-scripts",
                    "--loglevel=error");
        }

        @Override
        void adapt(Map<String, String> environment, Path work) {
            environment.put("npm_config_cache", work.resolve("cache").toString());
            environment.put("npm_config_update_notifier", "false");
            environment.putIfAbsent("npm_config_fetch_retry_mintimeout", "2000");
        }

        @Override
        boolean extract(Path bundle, String member, Path to) throws IOException {
            try (InputStream in = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(bundle)))) {
                byte[] header = in.readNBytes(BLOCK);
                while (header.length == BLOCK && header[0] != 0) {
                    long size = Long.parseLong(text(header, SIZE_AT, SIZE_LENGTH), 8);
                    String prefix = text(header, PREFIX_AT, PREFIX_LENGTH);
                    String path = (prefix.isEmpty() ? "" : prefix + "/") + text(header, 0, NAME_LENGTH);
                    if (path.equals(member)) {
                        Files.write(to, in.readNBytes(Math.toIntExact(size)));
                        return true;
                    }
                    in.skipNBytes(Math.ceilDiv(size, BLOCK) * BLOCK);
                    header = in.readNBytes(BLOCK);
                }
                return false;
            } catch (NumberFormatException e) {
                throw new IOException("the package is no archive", e);
            }
        }
    };

    private static final int BLOCK = 512;
    private static final int NAME_LENGTH = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int PREFIX_AT = 345;
    private static final int PREFIX_LENGTH = 155;

    private final String client;
    private final String systemPackage;
    private final String ending;

    Registry(String client, String systemPackage, String ending) {
        this.client = client;
        this.systemPackage = systemPackage;
        this.ending = ending;
    }

    /** The program that fetches its packages. */
    public String client() {
        return client;
    }

    /** What to install where that program is missing. */
    String systemPackage() {
        return systemPackage;
    }

    /** How the names of its packages end. */
    String ending() {
        return ending;
    }

    /** How the client is asked to put a package into a folder. A package is unpacked here and never run, so any Python will do. */
    abstract List<String> command(String clientPath, String requirement, Path into);

    /**
     * Lets the client keep what has come in this folder, and go on by itself where a connection breaks: pip from the same byte,
     * from version 25.1 on; npm from the beginning.
     */
    abstract void adapt(Map<String, String> environment, Path work);

    /** Takes a file out of a package; false where there is none of that name. */
    abstract boolean extract(Path bundle, String member, Path to) throws IOException;

    private static String text(byte[] header, int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0 && header[end] != ' ') {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }
}
