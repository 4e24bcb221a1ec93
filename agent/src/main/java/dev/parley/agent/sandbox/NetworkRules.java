package dev.parley.agent.sandbox;

import dev.parley.agent.tool.SandboxViolation;
import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which hosts and ports may be reached. Nothing is, unless it is listed. A name is resolved once, and a tool connects
 * to the address that was judged, so that a second answer of the name service changes nothing; a name that leads to an
 * address of this machine or its network is refused unless that very address is listed.
 */
public final class NetworkRules {
    /** Nothing may be reached. */
    public static final NetworkRules NONE = new NetworkRules(Set.of());

    private static final Pattern HOST =
            Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
    private static final Pattern IPV4 = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern NUMERIC = Pattern.compile("(0x[0-9a-f]*|[0-9]+)(\\.(0x[0-9a-f]*|[0-9]+))*");
    private static final int PORT_MAX = 65_535;

    private final Set<String> allowed;
    private final Resolver resolver;

    /** The name service. */
    @FunctionalInterface
    public interface Resolver {
        List<InetAddress> resolve(String host) throws UnknownHostException;
    }

    /** Where a connection may go: the host for TLS and headers, the address to connect to. */
    public record Admitted(String host, InetAddress address, int port) {}

    /** Rules of the form {@code host:port}. */
    public NetworkRules(Set<String> allowed) {
        this(allowed, host -> List.of(InetAddress.getAllByName(host)));
    }

    /** The same with a name service of one's own. */
    public NetworkRules(Set<String> allowed, Resolver resolver) {
        this.allowed = Set.copyOf(allowed);
        this.resolver = resolver;
    }

    /** Judges one URL. Each redirect is another URL and is judged anew. */
    public Admitted admit(String url) throws SandboxViolation {
        URI uri = parsed(url);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        int standardPort = switch (scheme) {
            case "http" -> 80;
            case "https" -> 443;
            default -> throw new SandboxViolation("only http and https may be reached");
        };
        if (uri.getRawUserInfo() != null) {
            throw new SandboxViolation("an address with a user in it is refused");
        }
        if (uri.getHost() == null) {
            throw new SandboxViolation("the address names no host");
        }
        return admit(uri.getHost(), uri.getPort() == -1 ? standardPort : uri.getPort());
    }

    public Admitted admit(String written, int port) throws SandboxViolation {
        if (port < 1 || port > PORT_MAX) {
            throw new SandboxViolation("there is no such port");
        }
        String host = canonical(written);
        if (!allowed.contains(host + ":" + port)) {
            throw new SandboxViolation(host + ":" + port + " is not on the list");
        }
        boolean literal = host.startsWith("[") || IPV4.matcher(host).matches();
        List<InetAddress> open = new ArrayList<>();
        for (InetAddress address : resolve(host)) {
            if (!literal && reserved(address)) {
                throw new SandboxViolation(host + " leads to an address that is not public");
            }
            open.add(address);
        }
        if (open.isEmpty()) {
            throw new SandboxViolation(host + " leads nowhere");
        }
        return new Admitted(host, open.getFirst(), port);
    }

    private static URI parsed(String url) throws SandboxViolation {
        for (int i = 0; i < url.length(); i++) {
            char c = url.charAt(i);
            if (c <= 0x20 || c == '\\' || c == 0x7F) {
                throw new SandboxViolation("the address holds a character that no address holds");
            }
        }
        try {
            return new URI(url).parseServerAuthority();
        } catch (URISyntaxException e) {
            throw new SandboxViolation("the address cannot be read");
        }
    }

    private static String canonical(String written) throws SandboxViolation {
        if (written.startsWith("[")) {
            return written.toLowerCase(Locale.ROOT);
        }
        String ascii;
        try {
            ascii = IDN.toASCII(written, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new SandboxViolation("the host's name cannot be read");
        }
        if (!ascii.equals(written.toLowerCase(Locale.ROOT))) {
            throw new SandboxViolation("the host's name looks like another one");
        }
        if (NUMERIC.matcher(ascii).matches() && !IPV4.matcher(ascii).matches()) {
            throw new SandboxViolation("a number is not the name of a host");
        }
        if (!HOST.matcher(ascii).matches()) {
            throw new SandboxViolation("the host's name cannot be read");
        }
        return ascii;
    }

    private List<InetAddress> resolve(String host) throws SandboxViolation {
        try {
            return resolver.resolve(host);
        } catch (UnknownHostException e) {
            throw new SandboxViolation(host + " leads nowhere");
        }
    }

    private static boolean reserved(InetAddress address) {
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xFF;
        int second = bytes[1] & 0xFF;
        boolean uniqueLocal = address instanceof Inet6Address && (first & 0xFE) == 0xFC;
        boolean translated = address instanceof Inet6Address && first == 0x00 && second == 0x64;
        boolean carrier = bytes.length == 4 && first == 100 && (second & 0xC0) == 64;
        boolean zero = bytes.length == 4 && first == 0;
        boolean highest = bytes.length == 4 && first >= 240;
        return address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || uniqueLocal
                || translated
                || carrier
                || zero
                || highest;
    }
}
