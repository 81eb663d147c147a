package io.baton.explore.mutant;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import org.jspecify.annotations.Nullable;

/** Changes of methods as a whole. */
final class MethodChanges {

    private MethodChanges() {
    }

    static Change returns(@Nullable Object constant) {
        return (subject, owner, method, to) -> {
            final ClassDesc type = method.methodTypeSymbol().returnType();
            to.withMethodBody(method.methodName(), method.methodType(), method.flags().flagsMask(), code -> {
                if (constant != null) {
                    Signatures.constant(code, constant, type);
                } else if (!type.equals(ConstantDescs.CD_void)) {
                    throw new IllegalArgumentException("the method returns a " + type.displayName() + "; say which");
                }
                code.return_(TypeKind.from(type));
            });
            return 1;
        };
    }

    static Change inherited() {
        return (subject, owner, method, to) -> {
            for (ClassModel above = superclass(subject, owner); above != null; above = superclass(subject, above)) {
                if (above.methods().stream().anyMatch(candidate -> isSame(candidate, method))) {
                    return 1;
                }
            }
            throw new IllegalArgumentException("no class above " + owner.thisClass().asSymbol().displayName()
                + " has a method " + method.methodName());
        };
    }

    private static @Nullable ClassModel superclass(MutationSubject subject, ClassModel model) {
        final String above = model.superclass().orElseThrow().asInternalName();
        return above.equals("java/lang/Object") ? null : subject.model(above.replace('/', '.'));
    }

    private static boolean isSame(MethodModel above, MethodModel method) {
        return above.methodName().equalsString(method.methodName().stringValue())
            && above.methodType().equalsString(method.methodType().stringValue())
            && (above.flags().flagsMask() & (ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_ABSTRACT))
                == 0;
    }

    static Change replaced(Hook hook) {
        return (subject, owner, method, to) -> {
            final ClassDesc type = method.methodTypeSymbol().returnType();
            to.withMethodBody(method.methodName(), method.methodType(), method.flags().flagsMask(), code -> {
                Signatures.loadArguments(code, method, hook.parameters());
                hook.call(code, type);
                code.return_(TypeKind.from(type));
            });
            return 1;
        };
    }

    /** However often it returns, it ends once. */
    static Change ends(Hook hook) {
        return (subject, owner, method, to) -> {
            final ClassDesc type = method.methodTypeSymbol().returnType();
            final int results = type.equals(ConstantDescs.CD_void) ? 0 : 1;
            final CodeTransform transform = (code, element) -> {
                if (element instanceof ReturnInstruction) {
                    Signatures.loadArguments(code, method, hook.parameters() - results);
                    hook.call(code, type);
                }
                code.with(element);
            };
            to.transformMethod(method, MethodTransform.transformingCode(transform));
            return 1;
        };
    }
}
