package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Java type, what it is on the wire, and how values become one from the other. Records are public ones, and have
 * components of types that cross the wire; lists are {@link List} or arrays. Immutable.
 */
public final class JavaBinding {

    /** Whatever comes, as it comes. */
    public static final JavaBinding ANY = new JavaBinding(Object.class, ValueType.scalar(ValueKind.ANY, true));

    /** Bindings of records that are met within values; a class keeps its own. */
    private static final ClassValue<JavaBinding> RECORDS = new ClassValue<>() {
        @Override
        protected JavaBinding computeValue(Class<?> type) {
            return record(type, 0);
        }
    };

    private final Class<?> javaType;
    private final ValueType type;
    /** Of a record its components, of a list its elements. */
    private final List<JavaBinding> parts;
    /** Of a record: of type (Object[])Object. */
    private final @Nullable MethodHandle constructor;
    /** Of a record, each of type (Object)Object. */
    private final List<MethodHandle> accessors;

    private JavaBinding(Class<?> javaType, ValueType type) {
        this(javaType, type, List.of(), null, List.of());
    }

    private JavaBinding(Class<?> javaType, ValueType type, List<JavaBinding> parts, @Nullable MethodHandle constructor,
            List<MethodHandle> accessors) {
        this.javaType = javaType;
        this.type = type;
        this.parts = parts;
        this.constructor = constructor;
        this.accessors = accessors;
    }

    /**
     * Finds the binding of a Java type.
     *
     * @param type a type; Object stands for any value, void for none
     * @return its binding
     * @throws NotEncodableException if its values do not cross the wire
     */
    public static JavaBinding of(Type type) {
        return of(type, 0);
    }

    /**
     * Finds the binding of lists.
     *
     * @param element the type of their elements
     * @return the binding
     * @throws NotEncodableException if its values do not cross the wire
     */
    public static JavaBinding listOf(Type element) {
        return list(of(element, 1));
    }

    private static JavaBinding of(Type type, int depth) {
        if (depth > ProtocolLimits.DEPTH_MAX) {
            throw new NotEncodableException(
                "types more than " + ProtocolLimits.DEPTH_MAX + " deep, such as records of themselves, do not cross "
                    + "the wire");
        }
        return switch (type) {
            case Class<?> plain -> ofClass(plain, depth);
            case ParameterizedType list when list.getRawType() == List.class ->
                list(of(list.getActualTypeArguments()[0], depth + 1));
            case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], depth);
            case GenericArrayType array -> throw strange(array);
            default -> throw strange(type);
        };
    }

    private static JavaBinding ofClass(Class<?> plain, int depth) {
        final ValueKind kind = Scalars.kind(plain);
        if (kind != null) {
            return new JavaBinding(plain, ValueType.scalar(kind, !plain.isPrimitive()));
        }
        if (plain == Object.class) {
            return ANY;
        }
        if (plain == void.class || plain == Void.class) {
            return new JavaBinding(plain, ValueType.NOTHING);
        }
        if (plain == List.class) {
            return list(ANY);
        }
        if (plain.isArray()) {
            final JavaBinding element = of(plain.componentType(), depth + 1);
            return new JavaBinding(plain, ValueType.list(element.type), List.of(element), null, List.of());
        }
        if (plain.isRecord()) {
            return record(plain, depth);
        }
        throw strange(plain);
    }

    private static NotEncodableException strange(Type type) {
        return new NotEncodableException(
            "type " + type.getTypeName() + " does not cross the wire; use a number, a String, byte[], a UUID, "
                + "an Instant, a LocalDate, a public record or a List of them");
    }

    private static JavaBinding list(JavaBinding element) {
        return new JavaBinding(List.class, ValueType.list(element.type), List.of(element), null, List.of());
    }

    private static JavaBinding record(Class<?> type, int depth) {
        if (!Modifier.isPublic(type.getModifiers())) {
            throw new NotEncodableException("record " + type.getName() + " must be public");
        }
        final RecordComponent[] components = type.getRecordComponents();
        final List<JavaBinding> bindings = new ArrayList<>();
        final List<ValueType.Part> names = new ArrayList<>();
        final List<MethodHandle> accessors = new ArrayList<>();
        final MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            for (final RecordComponent component : components) {
                final JavaBinding binding = of(component.getGenericType(), depth + 1);
                bindings.add(binding);
                names.add(new ValueType.Part(component.getName(), binding.type));
                accessors.add(lookup.unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Object.class)));
            }
            final Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            final MethodHandle constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types))
                .asSpreader(Object[].class, types.length)
                .asType(MethodType.methodType(Object.class, Object[].class));
            return new JavaBinding(type,
                new ValueType(ValueKind.RECORD, true, type.getSimpleName(), names), bindings, constructor, accessors);
        } catch (ReflectiveOperationException e) {
            throw new NotEncodableException("record " + type.getName() + " must be public, all its parts too: " + e);
        }
    }

    /** {@return what its values are on the wire} */
    public ValueType type() {
        return type;
    }

    /** {@return of a list, the binding of its elements} */
    public JavaBinding element() {
        return parts.getFirst();
    }

    /**
     * Makes a Java value of one that was read.
     *
     * @param value what {@link ValueCodec#read} has returned
     * @return a value of the Java type
     * @throws ConversionException if it does not fit
     */
    public @Nullable Object fromWire(@Nullable Object value) {
        if (value == null) {
            if (type.nullable()) {
                return null;
            }
            throw new ConversionException(Reason.NULL_ARGUMENT,
                "must be of type " + javaType.getSimpleName() + ", but NULL was given");
        }
        return switch (type.kind()) {
            case ANY -> value;
            case NULL -> throw Scalars.wrong(javaType, value);
            case LIST -> javaType.isArray() ? arrayFrom(value) : listFrom(value);
            case RECORD -> recordFrom(value);
            default -> Scalars.convert(javaType, value);
        };
    }

    private List<@Nullable Object> listFrom(Object value) {
        if (!(value instanceof List<?> list)) {
            throw Scalars.wrong(javaType, value);
        }
        final List<@Nullable Object> converted = new ArrayList<>(list.size());
        for (final Object element : list) {
            converted.add(element().fromWire(element));
        }
        return converted;
    }

    private Object arrayFrom(Object value) {
        final List<@Nullable Object> list = listFrom(value);
        final Object array = Array.newInstance(javaType.componentType(), list.size());
        for (int i = 0; i < list.size(); i++) {
            Array.set(array, i, list.get(i));
        }
        return array;
    }

    private Object recordFrom(Object value) {
        if (!(value instanceof RecordValue record) || record.values().size() != parts.size()) {
            throw Scalars.wrong(javaType, value);
        }
        final @Nullable Object[] values = new Object[parts.size()];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = parts.get(i).fromWire(record.values().get(i));
            } catch (ConversionException e) {
                throw new ConversionException(e.reason(),
                    "component " + type.parts().get(i).name() + " " + e.getMessage());
            }
        }
        return make(values);
    }

    private Object make(@Nullable Object[] values) {
        final MethodHandle maker = constructor;
        if (maker == null) {
            throw new IllegalStateException(type + " is no record");
        }
        try {
            return (Object) maker.invokeExact(values);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new ConversionException(Reason.WRONG_TYPE,
                "cannot be a " + javaType.getSimpleName() + ": " + e.getMessage());
        }
    }

    /**
     * Writes a value.
     *
     * @param buffer where to
     * @param value a value of the Java type
     * @throws NotEncodableException if it cannot be sent
     */
    public void write(ByteBuf buffer, @Nullable Object value) {
        write(buffer, value, 0);
    }

    void write(ByteBuf buffer, @Nullable Object value, int depth) {
        if (value instanceof Record record && !(record instanceof RecordValue)) {
            (javaType == record.getClass() ? this : RECORDS.get(record.getClass())).writeRecord(buffer, record, depth);
        } else {
            ValueCodec.write(buffer, value, depth);
        }
    }

    static void writeAny(ByteBuf buffer, Record value, int depth) {
        RECORDS.get(value.getClass()).writeRecord(buffer, value, depth);
    }

    private void writeRecord(ByteBuf buffer, Record value, int depth) {
        ValueCodec.beginRecord(buffer, parts.size(), depth);
        for (int i = 0; i < accessors.size(); i++) {
            parts.get(i).write(buffer, component(i, value), depth + 1);
        }
    }

    private @Nullable Object component(int i, Record value) {
        try {
            return (Object) accessors.get(i).invokeExact((Object) value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new NotEncodableException("component " + type.parts().get(i).name() + " cannot be read: " + e);
        }
    }
}
