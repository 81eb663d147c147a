package io.baton.explore.mutant;

import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.List;
import java.util.stream.Stream;

/**
 * One change of one compiled method. Members are named by simple class name and name, as in {@code Hold.epoch}; a
 * method that is overloaded has its number of parameters behind it, as in {@code Client.freeze/2}.
 */
public final class Mutation {

    private final Place place;
    private final String text;
    private final Change change;
    private final int times;
    /** What the changed method calls or reads instead, of the laboratory. */
    private final List<Class<?>> helpers;

    private Mutation(Place place, String text, Change change, int times, List<Class<?>> helpers) {
        this.place = place;
        this.text = text;
        this.change = change;
        this.times = times;
        this.helpers = helpers;
    }

    /**
     * Chooses the method to be changed.
     *
     * @param method its class and name, as in {@code Lock.release}; a constructor is called {@code <init>}
     * @return the place, which can be changed
     */
    public static Place in(String method) {
        return new Place(MutationSubject.Member.of(method));
    }

    /**
     * Says that what is changed occurs in the method more than once.
     *
     * @param count how often
     * @return the mutation
     */
    public Mutation times(int count) {
        return new Mutation(place, text, change, count, helpers);
    }

    Stream<Class<?>> helpers() {
        return helpers.stream();
    }

    /** The simple name of the class that it changes. */
    String owner() {
        return place.method.owner();
    }

    /**
     * Changes a class.
     *
     * @throws IllegalStateException if the class is not as the mutation says
     */
    byte[] apply(MutationSubject subject, byte[] bytes) {
        final ClassModel model = subject.classFile().parse(bytes);
        final List<MethodModel> found = model.methods().stream().filter(Signatures.named(place.method)).toList();
        if (found.size() != 1) {
            throw complaint("there are " + found.size() + " methods of that name, and not 1");
        }
        final int[] count = {0};
        final byte[] changed = subject.classFile().transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && method.equals(found.getFirst())) {
                count[0] += change.write(subject, model, method, builder);
            } else {
                builder.with(element);
            }
        });
        if (count[0] != times) {
            throw complaint("it changes " + count[0] + " places, and not " + times);
        }
        return changed;
    }

    private IllegalStateException complaint(String problem) {
        return new IllegalStateException("the mutation '" + this + "' does not fit the code: " + problem
            + "; has the method changed?");
    }

    @Override
    public String toString() {
        return "in " + place.method.owner() + "." + place.method.name() + ": " + text;
    }

    /** A method, and what can be done to it. */
    public static final class Place {

        private final MutationSubject.Member method;

        private Place(MutationSubject.Member method) {
            this.method = method;
        }

        private Mutation mutation(String text, Change change, Class<?>... helpers) {
            return new Mutation(this, text, change, 1, List.of(helpers));
        }

        public Mutation doesNothing() {
            return mutation("does nothing", MethodChanges.returns(null));
        }

        /**
         * It does nothing but return a constant.
         *
         * @param constant a Boolean, Integer or Long
         * @return the mutation
         */
        public Mutation returns(Object constant) {
            return mutation("returns " + constant, MethodChanges.returns(constant));
        }

        /**
         * It is not there: the superclass's is used.
         *
         * @return the mutation
         */
        public Mutation isInherited() {
            return mutation("is inherited", MethodChanges.inherited());
        }

        /**
         * A hook is executed in its stead.
         *
         * @param hooks the hook's class
         * @param name a static method that takes the object, and the method's parameters or the first of them
         * @return the mutation
         */
        public Mutation isReplaced(Class<?> hooks, String name) {
            return mutation("is replaced by " + name, MethodChanges.replaced(Hook.of(hooks, name)), hooks);
        }

        /**
         * A hook is executed whenever it returns, and decides what it returns.
         *
         * @param hooks the hook's class
         * @param name a static method that takes the result, if there is one, the object, and the method's
         *     parameters or the first of them
         * @return the mutation
         */
        public Mutation ends(Class<?> hooks, String name) {
            return mutation("ends with " + name, MethodChanges.ends(Hook.of(hooks, name)), hooks);
        }

        /**
         * It leaves out a call of a method that returns nothing.
         *
         * @param call the called method
         * @return the mutation
         */
        public Mutation skips(String call) {
            return mutation("skips " + call, CodeChanges.answers(MutationSubject.Member.of(call), null));
        }

        /**
         * It takes a constant for what a call returns, or for what a field holds, and does not look.
         *
         * @param member the called method, or the field
         * @param constant a Boolean, Integer or Long
         * @return the mutation
         */
        public Mutation answers(String member, Object constant) {
            return mutation("takes " + constant + " for " + member,
                CodeChanges.answers(MutationSubject.Member.of(member), constant));
        }

        /**
         * It leaves a field as it is.
         *
         * @param field a field that it would set
         * @return the mutation
         */
        public Mutation keeps(String field) {
            return mutation("keeps " + field, CodeChanges.keeps(MutationSubject.Member.of(field)));
        }

        /**
         * It reads another static field.
         *
         * @param field the field that it would read
         * @param other another one of the same type
         * @return the mutation
         */
        public Mutation reads(String field, String other) {
            return mutation("reads " + other + " for " + field,
                CodeChanges.reads(MutationSubject.Member.of(field), MutationSubject.Member.of(other)));
        }

        /**
         * It reads a static field of a class that is no part of the subject.
         *
         * @param field the field that it would read
         * @param others the other field's class
         * @param name the other field, of the same type
         * @return the mutation
         */
        public Mutation reads(String field, Class<?> others, String name) {
            return mutation("reads " + name + " for " + field,
                CodeChanges.reads(MutationSubject.Member.of(field), others, name), others);
        }

        /**
         * It calls another method.
         *
         * @param call the method that it would call
         * @param other another one with the same parameters
         * @return the mutation
         */
        public Mutation calls(String call, String other) {
            return mutation("calls " + other + " for " + call,
                CodeChanges.calls(MutationSubject.Member.of(call), MutationSubject.Member.of(other)));
        }

        /**
         * It calls a hook.
         *
         * @param call the method that it would call
         * @param hooks the hook's class
         * @param name a static method that takes the object of the call and all its parameters, then the object of
         *     the changed method and its parameters, or the first of these
         * @return the mutation
         */
        public Mutation calls(String call, Class<?> hooks, String name) {
            return mutation("calls " + name + " for " + call,
                CodeChanges.calls(MutationSubject.Member.of(call), Hook.of(hooks, name)), hooks);
        }

        /**
         * It calls a hook before and behind each call that it makes.
         *
         * @param hooks the hook's class
         * @param name a static method that takes a text, which says where it is called: {@code Commit.record before
         *     Redo.record}
         * @return the mutation
         */
        public Mutation steps(Class<?> hooks, String name) {
            return mutation("calls " + name + " at every step", CodeChanges.steps(Hook.of(hooks, name)), hooks);
        }

        /**
         * It uses another constant.
         *
         * @param constant an Integer (which a boolean is, too) or a Long
         * @param other another one of the same type
         * @return the mutation
         */
        public Mutation uses(Object constant, Object other) {
            return mutation("uses " + other + " for " + constant, CodeChanges.uses(constant, other));
        }
    }
}
