package io.baton.lock;

import java.util.ArrayList;
import java.util.List;

/** One operation of a scripted client. */
record Op(Kind kind, int slot, boolean deadline, String locks) {

    /** What the operation is. */
    enum Kind {
        ACQUIRE_SHARED, ACQUIRE_EXCLUSIVE, ACQUIRE_ALL, TRY_SHARED, TRY_EXCLUSIVE, UPGRADE, WORK, RELEASE,
            RELEASE_ALL, CLOSE;

        boolean acquires() {
            return this == ACQUIRE_SHARED || this == ACQUIRE_EXCLUSIVE || this == TRY_SHARED || this == TRY_EXCLUSIVE;
        }
    }

    Op(Kind kind, int slot) {
        this(kind, slot, false);
    }

    Op(Kind kind, int slot, boolean deadline) {
        this(kind, slot, deadline, "");
    }

    /**
     * Reads a program: {@code x} and {@code s} acquire, work and release; {@code xd} and {@code sd} do so with a
     * deadline that may pass; {@code [x0,s1]} acquires several together, works and releases all; {@code tx} and
     * {@code ts} try; {@code u} acquires shared, upgrades, works and releases;
     * {@code close} closes the client. A digit at the end names the slot.
     */
    static List<Op> program(String text) {
        final List<Op> ops = new ArrayList<>();
        for (String word : text.strip().split("\\s+", -1)) {
            if (word.startsWith("[")) {
                ops.add(new Op(Kind.ACQUIRE_ALL, 0, false, word.substring(1, word.length() - 1)));
                ops.add(new Op(Kind.WORK, 0));
                ops.add(new Op(Kind.RELEASE_ALL, 0));
                continue;
            }
            final boolean digit = Character.isDigit(word.charAt(word.length() - 1));
            final int slot = digit ? word.charAt(word.length() - 1) - '0' : 0;
            final String verb = digit ? word.substring(0, word.length() - 1) : word;
            switch (verb) {
                case "x" -> hold(ops, new Op(Kind.ACQUIRE_EXCLUSIVE, slot));
                case "xd" -> hold(ops, new Op(Kind.ACQUIRE_EXCLUSIVE, slot, true));
                case "s" -> hold(ops, new Op(Kind.ACQUIRE_SHARED, slot));
                case "sd" -> hold(ops, new Op(Kind.ACQUIRE_SHARED, slot, true));
                case "tx" -> hold(ops, new Op(Kind.TRY_EXCLUSIVE, slot));
                case "ts" -> hold(ops, new Op(Kind.TRY_SHARED, slot));
                case "u" -> {
                    ops.add(new Op(Kind.ACQUIRE_SHARED, slot));
                    hold(ops, new Op(Kind.UPGRADE, slot));
                }
                case "close" -> ops.add(new Op(Kind.CLOSE, 0));
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

    private static void hold(List<Op> ops, Op first) {
        ops.add(first);
        ops.add(new Op(Kind.WORK, first.slot));
        ops.add(new Op(Kind.RELEASE, first.slot));
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
