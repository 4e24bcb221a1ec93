package dev.parley.transport.tls;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Accepts TLS connections whose handshakes are computed in turn. */
final class TurnServerSocket extends SSLServerSocket {
    private final SSLContext context;
    /** Keeps what connections are made with; it never listens. */
    private final SSLServerSocket settings;

    private final HandshakeTurns turns;
    private final Function<SocketAddress, String> address;

    TurnServerSocket(SSLContext context, HandshakeTurns turns, Function<SocketAddress, String> address)
            throws IOException {
        this.context = context;
        this.settings = (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
        this.turns = turns;
        this.address = address;
    }

    @Override
    public Socket accept() throws IOException {
        TurnSocket below = new TurnSocket(turns, address);
        implAccept(below);
        try {
            below.accepted();
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(below, null, true);
            socket.setSSLParameters(settings.getSSLParameters());
            socket.addHandshakeCompletedListener(_ -> below.handshakeIsOver());
            return socket;
        } catch (IOException | RuntimeException e) {
            below.close();
            throw e;
        }
    }

    @Override
    public SSLParameters getSSLParameters() {
        return settings.getSSLParameters();
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        settings.setSSLParameters(parameters);
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return settings.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        settings.setEnabledCipherSuites(suites);
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return settings.getSupportedCipherSuites();
    }

    @Override
    public String[] getSupportedProtocols() {
        return settings.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledProtocols() {
        return settings.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        settings.setEnabledProtocols(protocols);
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        settings.setNeedClientAuth(need);
    }

    @Override
    public boolean getNeedClientAuth() {
        return settings.getNeedClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        settings.setWantClientAuth(want);
    }

    @Override
    public boolean getWantClientAuth() {
        return settings.getWantClientAuth();
    }

    @Override
    public void setUseClientMode(boolean mode) {
        settings.setUseClientMode(mode);
    }

    @Override
    public boolean getUseClientMode() {
        return settings.getUseClientMode();
    }

    @Override
    public void setEnableSessionCreation(boolean flag) {
        settings.setEnableSessionCreation(flag);
    }

    @Override
    public boolean getEnableSessionCreation() {
        return settings.getEnableSessionCreation();
    }
}
