package io.baton.rival;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Notes which words a real fabric's processor and which its verbs compare and swap. */
public final class SwappedWords {

    private final Set<Long> byProcessor = ConcurrentHashMap.newKeySet();
    private final Set<Long> byVerb = ConcurrentHashMap.newKeySet();

    public Set<Long> byProcessor() {
        return byProcessor;
    }

    public Set<Long> byVerb() {
        return byVerb;
    }

    /** The same fabric under watch. */
    public Fabric watching(Fabric fabric) {
        return watching(Fabric.class, fabric);
    }

    private <T> T watching(Class<T> type, Object real) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            switch (method.getName()) {
                case "cas", "faa" -> byVerb.add((Long) args[0]);
                case "compareAndExchange", "getAndSet" -> byProcessor.add((Long) args[0]);
                case "extCas", "extFaa", "execute" -> throw new AssertionError("not expected here: " + method);
                default -> {
                }
            }
            try {
                return wrap(method.invoke(real, args));
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }));
    }

    private @Nullable Object wrap(@Nullable Object result) {
        return switch (result) {
            case Endpoint endpoint -> watching(Endpoint.class, endpoint);
            case LocalWords words -> watching(LocalWords.class, words);
            case null, default -> result;
        };
    }
}
