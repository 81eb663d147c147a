package io.baton.explore.mutant;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Loads every class of Baton a second time, some of them mutated, and lets code run among them. This is the one class
 * that owns the trick: a class of the same name in two loaders is two types, so that nothing of the one world may reach
 * the other. Code is therefore entered through an interface of the JDK ({@link #enter}), and takes and returns the
 * JDK's types only.
 */
public final class MutantLoader extends ClassLoader {

    /** What is loaded here instead of by the parent. */
    private static final String OWN = "io.baton.";

    private final MutationSubject subject;
    /** By class name: the classes that differ from their files. */
    private final Map<String, byte[]> changed = new HashMap<>();

    /**
     * Mutates classes. They are loaded when they are needed.
     *
     * @param subject the classes
     * @param mutations what is wrong with them
     * @throws IllegalStateException if a mutation or a view does not fit the code
     */
    public MutantLoader(MutationSubject subject, List<Mutation> mutations) {
        super(subject.loader());
        this.subject = subject;
        for (Mutation mutation : mutations) {
            changed.compute(subject.className(mutation.owner()),
                (name, before) -> mutation.apply(subject, before == null ? subject.bytes(name) : before));
        }
        Stream.concat(subject.views().values().stream(), mutations.stream().flatMap(Mutation::helpers))
            .map(Class::getName).distinct()
            .forEach(name -> changed.put(name, AccessWidening.open(subject, subject.bytes(name))));
        subject.views().forEach((owner, view) -> changed.compute(subject.className(owner),
            (name, before) -> Views.add(subject, before == null ? subject.bytes(name) : before, view)));
    }

    /**
     * Makes an object of this loader's world.
     *
     * @param code its class as the caller knows it, with one constructor, whose parameters are types of the JDK
     * @param arguments what to give to that
     * @param <T> an interface of the JDK, as which the caller must see the object
     * @return an object of the class of the same name in this loader
     * @throws IllegalArgumentException if the class is none such
     */
    @SuppressWarnings("unchecked") // The caller has the class itself, which says what it implements.
    public <T> T enter(Class<? extends T> code, Object... arguments) {
        try {
            final Constructor<?>[] constructors = loadClass(code.getName()).getDeclaredConstructors();
            if (constructors.length != 1 || List.of(constructors[0].getParameterTypes()).stream()
                .anyMatch(type -> type.getName().startsWith(OWN))) {
                throw new IllegalArgumentException(code.getName()
                    + " cannot be entered; give it one constructor that takes types of the JDK only");
            }
            constructors[0].setAccessible(true);
            return (T) constructors[0].newInstance(arguments);
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException(code.getName() + " cannot be made", failed.getCause());
        } catch (ReflectiveOperationException failed) {
            throw new IllegalArgumentException(code.getName() + " cannot be entered", failed);
        }
    }

    /**
     * Checks what was changed with the verifier of the class-file API, and loads it, which checks it with the JVM's.
     *
     * @return by class name, what is wrong; empty if nothing is
     */
    public Map<String, String> verify() {
        final Map<String, String> wrong = new TreeMap<>();
        changed.forEach((name, bytes) -> {
            final List<VerifyError> errors = subject.classFile().verify(bytes);
            if (!errors.isEmpty()) {
                wrong.put(name, String.valueOf(errors.getFirst().getMessage()));
            }
            try {
                Class.forName(name, true, this);
            } catch (ClassNotFoundException | LinkageError failed) {
                wrong.put(name, String.valueOf(failed));
            }
        });
        return wrong;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OWN)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = changed.get(name);
        if (bytes == null) {
            if (getResource(MutationSubject.file(name)) == null) {
                throw new ClassNotFoundException(name);
            }
            bytes = subject.bytes(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }
}
