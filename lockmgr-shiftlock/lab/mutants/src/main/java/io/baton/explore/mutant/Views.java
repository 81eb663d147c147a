package io.baton.explore.mutant;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Interfaces;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a class an interface through which hooks see what is not public. An abstract method of the interface calls
 * the method of the same name and number of parameters, of the class or a superclass; or if there is none, it reads
 * the field of its name, or sets it if it has a parameter. Where the class has types of its own the interface has
 * their views, or Object.
 */
final class Views {

    private final ClassModel owner;
    private final ClassDesc ownerDesc;
    private final ClassDesc view;
    /** The class and its superclasses. */
    private final List<ClassModel> chain = new ArrayList<>();
    /** Methods of the class that only have to become public. */
    private final Set<MethodModel> hidden = new HashSet<>();
    /** New methods. */
    private final Map<Method, Consumer<CodeBuilder>> accessors = new HashMap<>();

    private Views(MutationSubject subject, ClassModel owner, Class<?> view) {
        this.owner = owner;
        this.ownerDesc = owner.thisClass().asSymbol();
        this.view = ClassDesc.of(view.getName());
        for (ClassModel above = owner; above != null; above = superclass(subject, above)) {
            chain.add(above);
        }
        for (Method method : view.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                resolve(method);
            }
        }
    }

    private static @Nullable ClassModel superclass(MutationSubject subject, ClassModel model) {
        final ClassEntry above = model.superclass().orElseThrow();
        return above.asSymbol().equals(ConstantDescs.CD_Object) ? null
            : subject.model(above.asInternalName().replace('/', '.'));
    }

    /**
     * Adds a view to a class.
     *
     * @throws IllegalStateException if the class has no member for a method of the view
     */
    static byte[] add(MutationSubject subject, byte[] bytes, Class<?> view) {
        final ClassModel owner = subject.classFile().parse(bytes);
        final Views views = new Views(subject, owner, view);
        return subject.classFile().transformClass(owner, views::write);
    }

    private static MethodTypeDesc type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).describeConstable()
            .orElseThrow();
    }

    private void resolve(Method method) {
        for (ClassModel model : chain) {
            for (MethodModel candidate : model.methods()) {
                if (!candidate.flags().has(AccessFlag.SYNTHETIC)
                    && candidate.methodName().equalsString(method.getName())
                    && candidate.methodTypeSymbol().parameterCount() == method.getParameterCount()) {
                    see(method, candidate, model);
                    return;
                }
            }
        }
        for (ClassModel model : chain) {
            for (FieldModel candidate : model.fields()) {
                if (candidate.fieldName().equalsString(method.getName()) && method.getParameterCount() < 2) {
                    accessors.put(method, code -> access(code, method, candidate));
                    return;
                }
            }
        }
        throw new IllegalStateException("the view " + view.displayName() + " does not fit the code: "
            + ownerDesc.displayName() + " has no " + method.getName() + " with " + method.getParameterCount()
            + " parameters, and no field of that name");
    }

    private void see(Method method, MethodModel seen, ClassModel declaring) {
        if (!seen.methodTypeSymbol().equals(type(method))) {
            accessors.put(method, code -> call(code, method, seen));
        } else if (declaring == owner) {
            hidden.add(seen);
        } else if (!seen.flags().has(AccessFlag.PUBLIC)) {
            throw new IllegalStateException(ownerDesc.displayName() + " inherits " + method.getName()
                + "; give the view to the class that has it");
        }
    }

    private void call(CodeBuilder code, Method method, MethodModel called) {
        final MethodTypeDesc type = called.methodTypeSymbol();
        final boolean isStatic = called.flags().has(AccessFlag.STATIC);
        if (!isStatic) {
            code.aload(code.receiverSlot());
        }
        for (int i = 0; i < type.parameterCount(); i++) {
            load(code, i, type(method).parameterType(i), type.parameterType(i));
        }
        code.invoke(isStatic ? Opcode.INVOKESTATIC : Opcode.INVOKEVIRTUAL, ownerDesc,
            called.methodName().stringValue(), type, false);
        end(code, type.returnType(), type(method).returnType());
    }

    private void access(CodeBuilder code, Method method, FieldModel field) {
        final ClassDesc type = field.fieldTypeSymbol();
        final String name = field.fieldName().stringValue();
        code.aload(code.receiverSlot());
        if (method.getParameterCount() == 0) {
            code.getfield(ownerDesc, name, type);
            end(code, type, type(method).returnType());
        } else {
            load(code, 0, type(method).parameterType(0), type);
            code.putfield(ownerDesc, name, type).return_();
        }
    }

    private static void load(CodeBuilder code, int parameter, ClassDesc type, ClassDesc wanted) {
        code.loadLocal(TypeKind.from(type), code.parameterSlot(parameter));
        Signatures.convert(code, type, wanted);
    }

    /** The verifier takes any object for an interface or an Object. */
    private static void end(CodeBuilder code, ClassDesc type, ClassDesc wanted) {
        if (type.isPrimitive() || wanted.isPrimitive()) {
            Signatures.convert(code, type, wanted);
        }
        code.return_(TypeKind.from(wanted));
    }

    private void write(ClassBuilder builder, ClassElement element) {
        switch (element) {
            case Interfaces before -> {
                final List<ClassEntry> all = new ArrayList<>(before.interfaces());
                all.add(builder.constantPool().classEntry(view));
                builder.withInterfaces(all);
                accessors.forEach((method, body) -> builder.withMethodBody(method.getName(), type(method),
                    ClassFile.ACC_PUBLIC, body));
            }
            case MethodModel method when hidden.contains(method) ->
                builder.transformMethod(method, AccessWidening.openMethod());
            default -> builder.with(element);
        }
    }
}
