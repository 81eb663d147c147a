package io.baton.lab.server.access;

import io.baton.workload.CallSource;

/** Calls of the procedure that does nothing. */
final class EmptyCalls implements CallSource {

    private static final Object[] NONE = {};

    @Override
    public void next() {
        // They are all the same.
    }

    @Override
    public String procedure() {
        return Empty.class.getSimpleName();
    }

    @Override
    public Object[] arguments() {
        return NONE;
    }

    @Override
    public void committed(Object result) {
        // It is always 0.
    }

    @Override
    public boolean rollsBack(String message) {
        return false;
    }
}
