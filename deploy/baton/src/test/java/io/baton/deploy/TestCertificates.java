package io.baton.deploy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;

/** A certificate for this machine, its key, and who has signed it, made for one test. */
final class TestCertificates {

    final Path certificate;
    final Path key;
    final Path ca;

    TestCertificates(Path folder) throws Exception {
        final X509Bundle authority = new CertificateBuilder().ecp256().subject("CN=an authority")
            .setIsCertificateAuthority(true).buildSelfSigned();
        final X509Bundle own = new CertificateBuilder().ecp256().subject("CN=server").addSanIpAddress("127.0.0.1")
            .buildIssuedBy(authority);
        certificate = Files.writeString(folder.resolve("server.pem"), own.getCertificatePathPEM());
        key = Files.writeString(folder.resolve("server.key"), own.getPrivateKeyPEM());
        ca = Files.writeString(folder.resolve("ca.pem"), authority.getCertificatePEM());
    }
}
