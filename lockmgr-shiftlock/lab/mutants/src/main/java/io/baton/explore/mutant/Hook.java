package io.baton.explore.mutant;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** A static method that mutated code calls. */
record Hook(ClassDesc owner, String name, MethodTypeDesc type) {

    /** Finds it by its name, of which there must be one. */
    static Hook of(Class<?> hooks, String name) {
        final List<Method> found = Arrays.stream(hooks.getDeclaredMethods())
            .filter(method -> method.getName().equals(name) && Modifier.isStatic(method.getModifiers())
                && !Modifier.isPrivate(method.getModifiers()))
            .toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(hooks.getName() + " has " + found.size()
                + " static methods named " + name + " that are not private; a hook needs 1");
        }
        final MethodType type = MethodType.methodType(
            found.getFirst().getReturnType(), found.getFirst().getParameterTypes());
        return new Hook(ClassDesc.of(hooks.getName()), name, type.describeConstable().orElseThrow());
    }

    int parameters() {
        return type.parameterCount();
    }

    /** What it takes is on the stack; leaves what the method around it must return. */
    void call(CodeBuilder code, ClassDesc wanted) {
        code.invokestatic(owner, name, type);
        Signatures.convert(code, type.returnType(), wanted);
    }
}
