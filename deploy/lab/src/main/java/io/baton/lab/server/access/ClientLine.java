package io.baton.lab.server.access;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.RemoteProcedure;
import java.util.HashMap;
import java.util.Map;

/** A connection of the Java client. */
@SuppressWarnings("FutureReturnValueIgnored") // What depends on it throws nothing.
final class ClientLine implements Line {

    private final BatonClient client;
    private final boolean waits;
    private final Map<String, RemoteProcedure<Object>> procedures = new HashMap<>();

    ClientLine(BatonClient client, boolean waits) {
        this.client = client;
        this.waits = waits;
    }

    @Override
    public boolean waits() {
        return waits;
    }

    @Override
    public void call(String procedure, Object[] arguments, Answered answered) {
        final RemoteProcedure<Object> called = called(procedure);
        if (!waits) {
            called.callAsync(arguments).whenComplete((result, failure) -> {
                if (failure == null) {
                    answered.committed(result);
                } else {
                    answered.ended(String.valueOf(failure.getMessage()));
                }
            });
            return;
        }
        final Object result;
        try {
            result = called.call(arguments);
        } catch (CallException e) {
            answered.ended(String.valueOf(e.getMessage()));
            return;
        }
        answered.committed(result);
    }

    private RemoteProcedure<Object> called(String procedure) {
        synchronized (procedures) {
            return procedures.computeIfAbsent(procedure, name -> client.procedure(name, Object.class));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
