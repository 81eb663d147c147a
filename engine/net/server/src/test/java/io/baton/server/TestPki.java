package io.baton.server;

import io.baton.client.ClientTls;
import io.baton.server.tls.TlsFiles;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** Certificates that are made for one test, by an authority of its own. */
final class TestPki {

    private final Path folder;
    private final X509Bundle authority;
    /** The authority's certificate. */
    final Path ca;

    TestPki(Path folder) throws Exception {
        this.folder = Files.createDirectories(folder);
        authority = new CertificateBuilder().ecp256().subject("CN=the authority of " + folder.getFileName())
            .setIsCertificateAuthority(true).buildSelfSigned();
        ca = write("ca.pem", authority.getCertificatePEM());
    }

    private Path write(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    /** A certificate for this machine, and its key. */
    TlsFiles make(String name) throws Exception {
        return make(name, builder -> builder);
    }

    TlsFiles make(String name, UnaryOperator<CertificateBuilder> more) throws Exception {
        return of(name, more.apply(builder().subject("CN=" + name).addSanDnsName("localhost")
            .addSanIpAddress("127.0.0.1")));
    }

    private static CertificateBuilder builder() {
        return new CertificateBuilder().ecp256();
    }

    /** A certificate for another host. */
    TlsFiles makeForeign(String name) throws Exception {
        return of(name, builder().subject("CN=" + name).addSanDnsName("db.example.org"));
    }

    /** A certificate of yesterday. */
    TlsFiles makeExpired(String name) throws Exception {
        final Instant now = Instant.now();
        return make(name, builder -> builder.notBefore(now.minus(Duration.ofDays(10)))
            .notAfter(now.minus(Duration.ofDays(1))));
    }

    private TlsFiles of(String name, CertificateBuilder builder) throws Exception {
        final X509Bundle made = builder.buildIssuedBy(authority);
        return TlsFiles.of(write(name + ".pem", made.getCertificatePathPEM()),
            write(name + ".key", made.getPrivateKeyPEM()));
    }

    ClientTls trusting() {
        return ClientTls.trusting(ca);
    }
}
