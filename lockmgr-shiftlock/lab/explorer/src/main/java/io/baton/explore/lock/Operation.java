package io.baton.explore.lock;

import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import java.util.ArrayList;
import java.util.List;

/** One operation of a client. */
record Operation(Kind kind, int slot, boolean deadline, String locks) {

    /** What the operation is. */
    enum Kind {
        ACQUIRE_SHARED, ACQUIRE_EXCLUSIVE, ACQUIRE_ALL, TRY_SHARED, TRY_EXCLUSIVE, UPGRADE, WORK, RELEASE,
        RELEASE_ALL, CLOSE
    }

    Operation(Kind kind, int slot) {
        this(kind, slot, false);
    }

    Operation(Kind kind, int slot, boolean deadline) {
        this(kind, slot, deadline, "");
    }

    /**
     * Reads a program: {@code x} and {@code s} acquire, work and release; {@code xd} and {@code sd} do so with a
     * deadline that may pass; {@code [x0,s1]} acquires several together, works and releases all, {@code [x0,s1]d} with
     * a deadline, and releases what it has got if that passes; {@code tx} and {@code ts} try; {@code u} acquires
     * shared, upgrades, works and releases; {@code close} closes the client. A digit at the end names the slot.
     */
    static List<Operation> program(String text) {
        final List<Operation> ops = new ArrayList<>();
        for (String word : text.strip().split("\\s+", -1)) {
            if (word.startsWith("[")) {
                ops.add(new Operation(
                    Kind.ACQUIRE_ALL, 0, word.endsWith("d"), word.substring(1, word.indexOf(']'))));
                ops.add(new Operation(Kind.WORK, 0));
                ops.add(new Operation(Kind.RELEASE_ALL, 0));
                continue;
            }
            final boolean digit = Character.isDigit(word.charAt(word.length() - 1));
            final int slot = digit ? word.charAt(word.length() - 1) - '0' : 0;
            final String verb = digit ? word.substring(0, word.length() - 1) : word;
            switch (verb) {
                case "x" -> hold(ops, new Operation(Kind.ACQUIRE_EXCLUSIVE, slot));
                case "xd" -> hold(ops, new Operation(Kind.ACQUIRE_EXCLUSIVE, slot, true));
                case "s" -> hold(ops, new Operation(Kind.ACQUIRE_SHARED, slot));
                case "sd" -> hold(ops, new Operation(Kind.ACQUIRE_SHARED, slot, true));
                case "tx" -> hold(ops, new Operation(Kind.TRY_EXCLUSIVE, slot));
                case "ts" -> hold(ops, new Operation(Kind.TRY_SHARED, slot));
                case "u" -> {
                    ops.add(new Operation(Kind.ACQUIRE_SHARED, slot));
                    hold(ops, new Operation(Kind.UPGRADE, slot));
                }
                case "close" -> ops.add(new Operation(Kind.CLOSE, 0));
                default -> throw new IllegalArgumentException("no such operation: " + word);
            }
        }
        return ops;
    }

    /** What ACQUIRE_ALL asks for. */
    LockList list() {
        final LockList list = new LockList();
        for (String word : locks.split(",", -1)) {
            list.add(word.charAt(1) - '0', word.charAt(0) == 'x' ? LockMode.EXCLUSIVE : LockMode.SHARED);
        }
        return list;
    }

    private static void hold(List<Operation> ops, Operation first) {
        ops.add(first);
        ops.add(new Operation(Kind.WORK, first.slot));
        ops.add(new Operation(Kind.RELEASE, first.slot));
    }

    String text() {
        final String words = switch (kind) {
            case ACQUIRE_SHARED -> "acquire shared";
            case ACQUIRE_EXCLUSIVE -> "acquire exclusive";
            case ACQUIRE_ALL -> "acquire all of " + locks;
            case TRY_SHARED -> "try shared";
            case TRY_EXCLUSIVE -> "try exclusive";
            case UPGRADE -> "upgrade";
            case WORK -> "work";
            case RELEASE -> "release";
            case RELEASE_ALL -> "release all";
            case CLOSE -> "close";
        };
        return words + (slot == 0 ? "" : " slot=" + slot) + (deadline ? " with deadline" : "");
    }
}
