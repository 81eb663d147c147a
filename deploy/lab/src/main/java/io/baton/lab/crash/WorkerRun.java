package io.baton.lab.crash;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the parent learns from one worker: acknowledgements, and how far it has come. Thread-safe. */
final class WorkerRun {

    private final Ledger ledger;
    private final AtomicLong transactions = new AtomicLong();
    private @Nullable String backup;
    private @Nullable Ledger beforeBackup;
    private @Nullable String doneBackup;
    private @Nullable Ledger beforeDoneBackup;
    private String doing = "starting";
    private boolean loaded;

    WorkerRun(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Takes note of a line. */
    synchronized void note(String[] words) {
        switch (words[0]) {
            case CrashChild.LOADED -> loaded = true;
            case CrashChild.OPENED, CrashChild.LOADING, CrashChild.WORKING, CrashChild.CHECKPOINT -> doing = words[0];
            case CrashChild.CHECKPOINT_DONE -> doing = CrashChild.WORKING;
            case CrashChild.BACKUP -> {
                doing = words[0];
                backup = words[1];
                beforeBackup = ledger.copy();
            }
            case CrashChild.BACKUP_DONE -> {
                doing = CrashChild.WORKING;
                doneBackup = backup;
                beforeDoneBackup = beforeBackup;
            }
            default -> {
                transactions.incrementAndGet();
                ledger.note(words);
            }
        }
    }

    /** How many acknowledgements have come. */
    long transactions() {
        return transactions.get();
    }

    /** Whether loading was acknowledged. */
    synchronized boolean loaded() {
        return loaded;
    }

    /** What the worker was about, for people. */
    synchronized String doing() {
        return doing;
    }

    /** The name of the last backup that was complete, or null. */
    synchronized @Nullable String backup() {
        return doneBackup;
    }

    /** What must be in that backup, or null if there is none. */
    synchronized @Nullable Ledger beforeBackup() {
        return beforeDoneBackup;
    }
}
