package io.baton.testing;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** PEM files of certificates for one test, signed by an authority of its own. */
public final class Certificates {

    private final Path folder;
    private final X509Bundle authority;
    /** The authority's certificate. */
    public final Path ca;

    /**
     * A certificate and its key.
     *
     * @param certificate a PEM file
     * @param key a PEM file
     */
    public record Pair(Path certificate, Path key) {
    }

    /**
     * Makes an authority.
     *
     * @param folder where its files go; is made if it is not there
     * @throws Exception if there cannot be one
     */
    public Certificates(Path folder) throws Exception {
        this.folder = Files.createDirectories(folder);
        authority = builder().subject("CN=the authority of " + folder.getFileName()).setIsCertificateAuthority(true)
            .buildSelfSigned();
        ca = write("ca.pem", authority.getCertificatePEM());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static CertificateBuilder builder() {
        return new CertificateBuilder().ecp256();
    }

    /** Makes a certificate for this machine: localhost and 127.0.0.1. */
    public Pair forThisMachine(String name) throws Exception {
        return of(name, builder().addSanDnsName("localhost").addSanIpAddress("127.0.0.1"));
    }

    /** Makes a certificate for another machine: db.example.org. */
    public Pair forAnotherMachine(String name) throws Exception {
        return of(name, builder().addSanDnsName("db.example.org"));
    }

    /** Makes a certificate for this machine that held until yesterday. */
    public Pair expired(String name) throws Exception {
        final Instant now = Instant.now();
        return of(name, builder().addSanDnsName("localhost").addSanIpAddress("127.0.0.1")
            .notBefore(now.minus(Duration.ofDays(10))).notAfter(now.minus(Duration.ofDays(1))));
    }

    /** Makes a certificate for this machine that holds until then, a whole second. */
    public Pair until(Instant end, String name) throws Exception {
        return of(name, builder().addSanDnsName("localhost").addSanIpAddress("127.0.0.1").notAfter(end));
    }

    private Pair of(String name, CertificateBuilder builder) throws Exception {
        final X509Bundle made = builder.subject("CN=" + name).buildIssuedBy(authority);
        return new Pair(write(name + ".pem", made.getCertificatePathPEM()),
            write(name + ".key", made.getPrivateKeyPEM()));
    }
}
