package dev.parley.pipeline.external;

import dev.parley.pipeline.spec.ExternalSpec;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;

/** Opens links: to a child over its standard streams, or to a node that listens on a port of this machine. */
final class Links {
    private Links() {}

    static Link open(ExternalSpec spec, Link.Listener listener) throws IOException {
        return spec.command().isEmpty() ? socket(spec, listener) : child(spec, listener);
    }

    /** The child gets the search path and nothing else of this process's environment. */
    private static Link child(ExternalSpec spec, Link.Listener listener) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(spec.command()).redirectError(Redirect.DISCARD);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> !name.equals("PATH"));
        Process process = builder.start();
        StreamLink.Ending ending = new StreamLink.Ending() {
            @Override
            public void kill() {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }

            @Override
            public String reason() {
                try {
                    return "the process ended with " + process.waitFor();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return "interrupted";
                }
            }
        };
        return started(new StreamLink(
                process.getInputStream(),
                process.getOutputStream(),
                spec.lineBytesMax(),
                2 * spec.inFlightMax() + 8,
                listener,
                ending));
    }

    private static Link socket(ExternalSpec spec, Link.Listener listener) throws IOException {
        Socket socket = new Socket();
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), spec.port()), Math.toIntExact(spec.startMs()));
        socket.setTcpNoDelay(true);
        StreamLink.Ending ending = new StreamLink.Ending() {
            @Override
            public void kill() {
                try {
                    socket.close();
                } catch (IOException alreadyGone) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public String reason() {
                return "the connection ended";
            }
        };
        return started(new StreamLink(
                socket.getInputStream(),
                socket.getOutputStream(),
                spec.lineBytesMax(),
                2 * spec.inFlightMax() + 8,
                listener,
                ending));
    }

    private static Link started(StreamLink link) {
        link.start();
        return link;
    }
}
