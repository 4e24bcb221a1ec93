package dev.parley.transport.tls;

import io.helidon.common.tls.ConfiguredTlsManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Has Helidon accept TLS connections whose handshakes are computed in turn. Everything else is as Helidon has configured it. */
public final class TurnTls extends ConfiguredTlsManager {
    private final Function<SocketAddress, String> address;
    private @Nullable SSLContext context;

    /** @param address by what clients of an address are known */
    public TurnTls(Function<SocketAddress, String> address) {
        super("parley-turns", "parley-turns");
        this.address = address;
    }

    @Override
    public synchronized SSLContext sslContext() {
        SSLContext known = context;
        if (known == null) {
            known = new TurnContext(super.sslContext(), new HandshakeTurns(), address);
            context = known;
        }
        return known;
    }

    private static final class TurnContext extends SSLContext {
        TurnContext(SSLContext context, HandshakeTurns turns, Function<SocketAddress, String> address) {
            super(new Spi(context, turns, address), context.getProvider(), context.getProtocol());
        }
    }

    private static final class Spi extends SSLContextSpi {
        private final SSLContext context;
        private final HandshakeTurns turns;
        private final Function<SocketAddress, String> address;

        Spi(SSLContext context, HandshakeTurns turns, Function<SocketAddress, String> address) {
            this.context = context;
            this.turns = turns;
            this.address = address;
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
                throws KeyManagementException {
            context.init(keys, trust, random);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return context.getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return new TurnServerSockets(context, turns, address);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return context.createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return context.createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return context.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return context.getSupportedSSLParameters();
        }
    }

    private static final class TurnServerSockets extends SSLServerSocketFactory {
        private static final String BOUND = "a server socket is bound by whoever made it";

        private final SSLContext context;
        private final HandshakeTurns turns;
        private final Function<SocketAddress, String> address;

        TurnServerSockets(SSLContext context, HandshakeTurns turns, Function<SocketAddress, String> address) {
            this.context = context;
            this.turns = turns;
            this.address = address;
        }

        @Override
        public ServerSocket createServerSocket() throws IOException {
            return new TurnServerSocket(context, turns, address);
        }

        @Override
        public ServerSocket createServerSocket(int port) {
            throw new UnsupportedOperationException(BOUND);
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog) {
            throw new UnsupportedOperationException(BOUND);
        }

        @Override
        public ServerSocket createServerSocket(int port, int backlog, InetAddress local) {
            throw new UnsupportedOperationException(BOUND);
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return context.getServerSocketFactory().getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return context.getServerSocketFactory().getSupportedCipherSuites();
        }
    }
}
