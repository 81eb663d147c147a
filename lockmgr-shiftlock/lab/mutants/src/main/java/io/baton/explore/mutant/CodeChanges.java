package io.baton.explore.mutant;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes of single instructions of a method. */
final class CodeChanges {

    private CodeChanges() {
    }

    /** Writes what takes an instruction's place, or returns false if the instruction stays as it is. */
    @FunctionalInterface
    private interface Edit {
        boolean write(CodeBuilder code, CodeElement element, MethodModel method);
    }

    private static Change each(Function<MutationSubject, Edit> edits) {
        return (subject, owner, method, to) -> {
            final Edit edit = edits.apply(subject);
            final int[] count = {0};
            final CodeTransform transform = (code, element) -> {
                if (edit.write(code, element, method)) {
                    count[0]++;
                } else {
                    code.with(element);
                }
            };
            to.transformMethod(method, MethodTransform.transformingCode(transform));
            return count[0];
        };
    }

    private static boolean isCall(CodeElement element, ClassDesc owner, MutationSubject.Member wanted) {
        return element instanceof InvokeInstruction call && call.owner().asSymbol().equals(owner)
            && Signatures.fits(wanted.name(), call.name().stringValue(), call.typeSymbol());
    }

    private static boolean isField(CodeElement element, Opcode opcode, ClassDesc owner, MutationSubject.Member wanted) {
        return element instanceof FieldInstruction field && field.opcode() == opcode
            && field.owner().asSymbol().equals(owner) && field.name().equalsString(wanted.name());
    }

    static Change answers(MutationSubject.Member wanted, @Nullable Object constant) {
        return each(subject -> {
            final ClassDesc owner = subject.desc(wanted.owner());
            return (code, element, method) -> {
                if (isCall(element, owner, wanted)) {
                    final InvokeInstruction call = (InvokeInstruction) element;
                    popCall(code, call);
                    answer(code, constant, call.typeSymbol().returnType());
                    return true;
                }
                if (isField(element, Opcode.GETFIELD, owner, wanted)) {
                    code.pop();
                    answer(code, constant, ((FieldInstruction) element).typeSymbol());
                    return true;
                }
                return false;
            };
        });
    }

    private static void popCall(CodeBuilder code, InvokeInstruction call) {
        final MethodTypeDesc type = call.typeSymbol();
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            Signatures.pop(code, type.parameterType(i));
        }
        if (call.opcode() != Opcode.INVOKESTATIC) {
            code.pop();
        }
    }

    private static void answer(CodeBuilder code, @Nullable Object constant, ClassDesc type) {
        if (constant != null) {
            Signatures.constant(code, constant, type);
        } else if (!type.equals(ConstantDescs.CD_void)) {
            throw new IllegalArgumentException("what is skipped returns a " + type.displayName() + "; say which");
        }
    }

    static Change keeps(MutationSubject.Member wanted) {
        return each(subject -> {
            final ClassDesc owner = subject.desc(wanted.owner());
            return (code, element, method) -> {
                if (!isField(element, Opcode.PUTFIELD, owner, wanted)) {
                    return false;
                }
                Signatures.pop(code, ((FieldInstruction) element).typeSymbol());
                code.pop();
                return true;
            };
        });
    }

    static Change reads(MutationSubject.Member wanted, MutationSubject.Member other) {
        return each(subject -> reads(subject.desc(wanted.owner()), wanted, subject.desc(other.owner()), other.name()));
    }

    static Change reads(MutationSubject.Member wanted, Class<?> others, String name) {
        return each(subject -> reads(subject.desc(wanted.owner()), wanted, ClassDesc.of(others.getName()), name));
    }

    private static Edit reads(ClassDesc owner, MutationSubject.Member wanted, ClassDesc otherOwner, String name) {
        return (code, element, method) -> {
            if (!isField(element, Opcode.GETSTATIC, owner, wanted)) {
                return false;
            }
            code.getstatic(otherOwner, name, ((FieldInstruction) element).typeSymbol());
            return true;
        };
    }

    static Change calls(MutationSubject.Member wanted, MutationSubject.Member other) {
        return each(subject -> {
            final ClassDesc owner = subject.desc(wanted.owner());
            final ClassDesc otherOwner = subject.desc(other.owner());
            return (code, element, method) -> {
                if (!isCall(element, owner, wanted)) {
                    return false;
                }
                final InvokeInstruction call = (InvokeInstruction) element;
                code.invoke(call.opcode(), otherOwner, other.name(), call.typeSymbol(), call.isInterface());
                return true;
            };
        });
    }

    static Change calls(MutationSubject.Member wanted, Hook hook) {
        return each(subject -> {
            final ClassDesc owner = subject.desc(wanted.owner());
            return (code, element, method) -> {
                if (!isCall(element, owner, wanted)) {
                    return false;
                }
                final InvokeInstruction call = (InvokeInstruction) element;
                final int onStack = call.typeSymbol().parameterCount()
                    + (call.opcode() == Opcode.INVOKESTATIC ? 0 : 1);
                Signatures.loadArguments(code, method, hook.parameters() - onStack);
                hook.call(code, call.typeSymbol().returnType());
                return true;
            };
        });
    }

    /** However many calls there are, they are one change. */
    static Change steps(Hook hook) {
        return (subject, owner, method, to) -> {
            final String in = owner.thisClass().asSymbol().displayName() + "." + method.methodName() + " ";
            final int[] count = {0};
            final CodeTransform transform = (code, element) -> {
                if (element instanceof InvokeInstruction call) {
                    final String name = call.owner().asSymbol().displayName() + "." + call.name();
                    step(code, hook, in + "before " + name);
                    code.with(element);
                    step(code, hook, in + "behind " + name);
                    count[0] = 1;
                } else {
                    code.with(element);
                }
            };
            to.transformMethod(method, MethodTransform.transformingCode(transform));
            return count[0];
        };
    }

    private static void step(CodeBuilder code, Hook hook, String place) {
        code.loadConstant(place);
        hook.call(code, ConstantDescs.CD_void);
    }

    static Change uses(Object constant, Object other) {
        return each(subject -> (code, element, method) -> {
            if (!(element instanceof ConstantInstruction load) || !load.constantValue().equals(constant)) {
                return false;
            }
            Signatures.constant(code, other, ClassDesc.ofDescriptor(load.typeKind().upperBound().descriptorString()));
            return true;
        });
    }
}
