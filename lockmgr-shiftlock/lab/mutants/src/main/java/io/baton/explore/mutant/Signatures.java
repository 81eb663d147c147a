package io.baton.explore.mutant;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.function.Predicate;

/** Names and types of methods, and what has to be done on the stack for them. */
final class Signatures {

    private Signatures() {
    }

    /** Methods that a mutation means; {@code name/2} has two parameters. */
    static Predicate<MethodModel> named(MutationSubject.Member wanted) {
        return method -> !method.flags().has(AccessFlag.SYNTHETIC)
            && fits(wanted.name(), method.methodName().stringValue(), method.methodTypeSymbol());
    }

    static boolean fits(String wanted, String name, MethodTypeDesc type) {
        return wanted.equals(name) || wanted.equals(name + "/" + type.parameterCount());
    }

    /** Loads the object and its method's parameters, or the first few of all these. */
    static void loadArguments(CodeBuilder code, MethodModel method, int count) {
        int left = count;
        if (!method.flags().has(AccessFlag.STATIC) && left > 0) {
            code.aload(code.receiverSlot());
            left--;
        }
        if (left > method.methodTypeSymbol().parameterCount()) {
            throw new IllegalArgumentException("a hook takes more than " + method.methodName() + " has");
        }
        for (int i = 0; i < left; i++) {
            code.loadLocal(TypeKind.from(method.methodTypeSymbol().parameterType(i)), code.parameterSlot(i));
        }
    }

    static void pop(CodeBuilder code, ClassDesc type) {
        switch (TypeKind.from(type).slotSize()) {
            case 1 -> code.pop();
            case 2 -> code.pop2();
            default -> {
            }
        }
    }

    /** Turns one type into another where the verifier would not know that it may be. */
    static void convert(CodeBuilder code, ClassDesc type, ClassDesc wanted) {
        if (wanted.equals(ConstantDescs.CD_void)) {
            pop(code, type);
        } else if (type.isPrimitive() != wanted.isPrimitive() || (type.isPrimitive() && !type.equals(wanted))) {
            throw new IllegalArgumentException(
                "a " + type.displayName() + " is no " + wanted.displayName());
        } else if (!type.equals(wanted)) {
            code.checkcast(wanted);
        }
    }

    /** Loads a constant as a value of a type. */
    static void constant(CodeBuilder code, Object constant, ClassDesc type) {
        final ConstantDesc value = switch (constant) {
            case Boolean truth when type.equals(ConstantDescs.CD_boolean) -> truth ? 1 : 0;
            case Integer number when type.equals(ConstantDescs.CD_int) -> number;
            case Long number when type.equals(ConstantDescs.CD_long) -> number;
            default -> throw new IllegalArgumentException(constant + " is no " + type.displayName());
        };
        code.loadConstant(value);
    }
}
