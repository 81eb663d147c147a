package io.baton.wire;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import java.io.IOException;
import java.util.Random;

/** A lock server that is a process of its own, and ends when its standard input does. */
final class ServerMain {

    private ServerMain() {
    }

    /** Listens to the given addresses with memory of the given bytes, and says where. */
    public static void main(String[] arguments) throws IOException {
        try (InProcessFabric memory = new InProcessFabric(Long.parseLong(arguments[1]), WaitPolicy.adaptive(1));
            LockServer server = LockServer.start(memory, WireAddress.parseAll(arguments[0]),
                LockServerOptions.of(Thread.ofPlatform().factory(), new Random(), line -> System.out.println(line)))) {
            for (final WireAddress address : server.addresses()) {
                System.out.println("LISTENS " + address);
            }
            System.out.println("READY");
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
