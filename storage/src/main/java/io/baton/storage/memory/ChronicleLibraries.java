package io.baton.storage.memory;

import io.baton.storage.memory.junit.QuietFrame;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import net.openhft.chronicle.core.UnsafeMemory;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Initializes Chronicle's libraries before the first map of the process is opened. Left alone, they would
 * <ul>
 *   <li>announce themselves in the program's log;
 *   <li>have SLF4J complain on standard error where the program has no logging of that kind, which is the program's
 *       affair;
 *   <li>look for a service of theirs with the class loader of whatever thread opens the first engine, which may be of
 *       another application, or none;
 *   <li>load a second implementation of that service which is never chosen, only for it to warn of a missing flag.
 * </ul>
 * Properties that are set for this are taken away again; those that the program has set stay as they are.
 */
final class ChronicleLibraries {
    private static final String NO_ANNOUNCEMENTS = "chronicle.announcer.disable";
    private static final String SLF4J_VERBOSITY = "slf4j.internal.verbosity";
    private static final String SLF4J_PROVIDERS = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
    private static final String SLF4J_PROVIDER = "slf4j.provider";

    private ChronicleLibraries() {
    }

    /** Initializes them if that has not been done. */
    static void initialize() {
        if (!Once.DONE) {
            throw new IllegalStateException("Chronicle's libraries could not be initialized");
        }
    }

    /** Its own initialization is theirs. */
    private static final class Once {
        static final boolean DONE = initializeQuietly();
    }

    private static boolean initializeQuietly() {
        ClassLoader loader = UnsafeMemory.class.getClassLoader();
        boolean logging = System.getProperty(SLF4J_PROVIDER) != null
            || LoggerFactory.class.getClassLoader().getResource(SLF4J_PROVIDERS) != null;
        // With the thread's own class loader: the program's logging may look for its configuration with it.
        with(logging ? null : SLF4J_VERBOSITY, "ERROR", LoggerFactory::getILoggerFactory);

        Thread thread = Thread.currentThread();
        ClassLoader contextLoader = thread.getContextClassLoader();
        thread.setContextClassLoader(new OneCleaner(loader));
        try {
            with(NO_ANNOUNCEMENTS, "true", () -> QuietFrame.run(ChronicleLibraries::openOne));
        } finally {
            thread.setContextClassLoader(contextLoader);
        }
        return true;
    }

    private static void openOne() {
        PageMap.open("none", Long.BYTES, Long.BYTES, 1, 1.0).close();
    }

    /** Runs it with a system property that the program has not set. */
    private static void with(@Nullable String property, String value, Runnable runnable) {
        boolean set = property != null && System.getProperty(property) == null;
        if (set) {
            System.setProperty(property, value);
        }
        try {
            runnable.run();
        } finally {
            if (set) {
                System.clearProperty(property);
            }
        }
    }

    /** Chronicle's own class loader, with one instead of two services that free memory: the one that works. */
    private static final class OneCleaner extends ClassLoader {
        private static final String SERVICES =
            "META-INF/services/net.openhft.chronicle.core.cleaner.spi.ByteBufferCleanerService";
        private static final String SERVICE = "META-INF/baton/chronicle-cleaner";

        OneCleaner(ClassLoader chronicle) {
            super(chronicle);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            URL service = SERVICES.equals(name) ? ChronicleLibraries.class.getClassLoader().getResource(SERVICE) : null;
            return service == null ? super.getResources(name) : Collections.enumeration(Collections.singleton(service));
        }
    }
}
