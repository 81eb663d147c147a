package io.baton.explore.mutant;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;

/** Writes a method anew. */
@FunctionalInterface
interface Change {

    /**
     * Writes the changed method.
     *
     * @param subject the classes
     * @param owner the method's class
     * @param method the method as it is
     * @param to gets the changed one
     * @return how many places were changed
     */
    int write(MutationSubject subject, ClassModel owner, MethodModel method, ClassBuilder to);
}
