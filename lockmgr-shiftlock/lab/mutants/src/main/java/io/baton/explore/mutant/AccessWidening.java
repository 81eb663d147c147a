package io.baton.explore.mutant;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.classfile.FieldTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;

/** Makes public, while it is loaded, what is not so in the source. */
final class AccessWidening {

    private static final int HIDDEN = ClassFile.ACC_PRIVATE | ClassFile.ACC_PROTECTED;

    private AccessWidening() {
    }

    /** Opens a class of the laboratory to mutated code: the class, and all in it that is not private. */
    static byte[] open(MutationSubject subject, byte[] bytes) {
        return subject.classFile().transformClass(subject.classFile().parse(bytes), (builder, element) -> {
            switch (element) {
                case AccessFlags flags -> builder.withFlags(flags.flagsMask() | ClassFile.ACC_PUBLIC);
                case MethodModel method when (method.flags().flagsMask() & HIDDEN) == 0 ->
                    builder.transformMethod(method, openMethod());
                case FieldModel field when (field.flags().flagsMask() & HIDDEN) == 0 ->
                    builder.transformField(field, openField());
                default -> builder.with(element);
            }
        });
    }

    /** Makes a method public that may be private. */
    static MethodTransform openMethod() {
        return (builder, element) -> {
            if (element instanceof AccessFlags flags) {
                builder.withFlags((flags.flagsMask() & ~HIDDEN) | ClassFile.ACC_PUBLIC);
            } else {
                builder.with(element);
            }
        };
    }

    private static FieldTransform openField() {
        return (builder, element) -> {
            if (element instanceof AccessFlags flags) {
                builder.withFlags(flags.flagsMask() | ClassFile.ACC_PUBLIC);
            } else {
                builder.with(element);
            }
        };
    }
}
