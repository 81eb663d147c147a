package io.baton.deploy.open;

import io.baton.bundle.ProcedureBundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Bundles in jars that the user names. Closed when their engine is. */
public final class BundleJars implements AutoCloseable {

    private final URLClassLoader loader;
    private final List<ProcedureBundle> bundles = new ArrayList<>();

    private BundleJars(List<URL> jars) {
        this.loader = new URLClassLoader(jars.toArray(URL[]::new), BundleJars.class.getClassLoader());
    }

    /**
     * Opens jars.
     *
     * @param files where they are
     * @param names of the jars, or of folders with classes
     * @return their bundles
     * @throws IllegalArgumentException if one is not there, or has no bundle; the message says which
     */
    public static BundleJars open(FileSystem files, List<String> names) {
        final List<URL> urls = new ArrayList<>();
        for (final String name : names) {
            urls.add(url(files, name));
        }
        final BundleJars jars = new BundleJars(urls);
        boolean complete = false;
        try {
            ServiceLoader.load(ProcedureBundle.class, jars.loader).forEach(jars.bundles::add);
            if (!names.isEmpty() && jars.bundles.isEmpty()) {
                throw new IllegalArgumentException(
                    "no bundle is in it; name one in META-INF/services/" + ProcedureBundle.class.getName());
            }
            complete = true;
            return jars;
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("a bundle cannot be made: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                jars.close();
            }
        }
    }

    private static URL url(FileSystem files, String name) {
        try {
            final Path path = files.getPath(name);
            if (!Files.exists(path)) {
                throw new IllegalArgumentException("there is no file " + name);
            }
            return path.toUri().toURL();
        } catch (InvalidPathException | MalformedURLException e) {
            throw new IllegalArgumentException("'" + name + "' is no file's name", e);
        }
    }

    public List<ProcedureBundle> bundles() {
        return List.copyOf(bundles);
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
