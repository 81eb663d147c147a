package io.baton.console;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are answered. A browser sends requests for any page that its user has open, also for pages of
 * strangers: those are told by the host that they are meant for and by the site that they come from. What does
 * something must also have a token that only a page of this console can read. Immutable.
 */
final class RequestFilter {

    /** What a request that does something must have; browsers let no other site set it without asking the console. */
    static final String TOKEN_HEADER = "Baton-Console";
    private static final String FETCH_SITE = "Sec-Fetch-Site";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> hosts;
    private final String scheme;

    RequestFilter(List<String> named, InetSocketAddress address, boolean encrypted) {
        this.hosts = hosts(named, address);
        this.scheme = encrypted ? "https://" : "http://";
    }

    private static Set<String> hosts(List<String> named, InetSocketAddress address) {
        final Set<String> hosts = new HashSet<>();
        final InetAddress host = address.getAddress();
        hosts.add(literal(address));
        hosts.add(with(address.getHostString(), address.getPort()));
        if (host.isLoopbackAddress()) {
            hosts.add(with("localhost", address.getPort()));
            hosts.add(with("127.0.0.1", address.getPort()));
            hosts.add(with("[::1]", address.getPort()));
        }
        named.forEach(name -> {
            hosts.add(with(name, address.getPort()));
            // Behind a proxy or a tunnel the port is another one, or none.
            hosts.add(name.toLowerCase(Locale.ROOT));
        });
        return Set.copyOf(hosts);
    }

    private static String literal(InetSocketAddress address) {
        final String host = address.getAddress().getHostAddress();
        return with(host.indexOf(':') < 0 ? host : "[" + host + "]", address.getPort());
    }

    private static String with(String host, int port) {
        return host.toLowerCase(Locale.ROOT) + ":" + port;
    }

    /**
     * Why a request is not answered, or null if it is.
     *
     * @param own the address that the connection has come to: who names it by its number was led by no name
     */
    @Nullable
    Reply refusal(FullHttpRequest request, InetSocketAddress own) {
        if (!request.decoderResult().isSuccess()) {
            return Reply.refused(HttpResponseStatus.BAD_REQUEST, "the request is not HTTP/1.1 within the limits");
        }
        final HttpHeaders headers = request.headers();
        final List<String> named = headers.getAll(HttpHeaderNames.HOST);
        if (named.size() != 1 || !isMeant(named.getFirst().toLowerCase(Locale.ROOT), own)) {
            return Reply.refused(HttpResponseStatus.MISDIRECTED_REQUEST,
                "the request is meant for another host; open the console by its address, or name the host with "
                    + "--console-host when the server is started");
        }
        if (isOfAnotherSite(headers, named.getFirst())) {
            return Reply.refused(HttpResponseStatus.FORBIDDEN, "the request comes from another site");
        }
        return ofMethod(request);
    }

    private boolean isMeant(String host, InetSocketAddress own) {
        return hosts.contains(host) || host.equals(literal(own));
    }

    private static @Nullable Reply ofMethod(FullHttpRequest request) {
        final HttpMethod method = request.method();
        if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
            return null;
        }
        if (!method.equals(HttpMethod.POST)) {
            return Reply.refused(HttpResponseStatus.METHOD_NOT_ALLOWED, "only GET, HEAD and POST are possible");
        }
        final String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
        if (!type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals("application/json")) {
            return Reply.refused(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, "send application/json");
        }
        if (!request.headers().contains(TOKEN_HEADER)) {
            return Reply.refused(HttpResponseStatus.FORBIDDEN, "the request comes from no page of the console");
        }
        return null;
    }

    /** A link that is followed to the page says none or cross-site, and so does nothing but show the page. */
    private boolean isOfAnotherSite(HttpHeaders headers, String host) {
        final String origin = headers.get(HttpHeaderNames.ORIGIN);
        if (origin != null && !origin.equalsIgnoreCase(scheme + host)) {
            return true;
        }
        final String site = headers.get(FETCH_SITE);
        return site != null && !OWN_SITES.contains(site) && !"navigate".equals(headers.get("Sec-Fetch-Mode"));
    }
}
