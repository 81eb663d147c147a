package io.baton.lab.experiment;

import io.baton.lab.cell.MicroWork;

/** The microbenchmark's workloads (ShiftLock §4.2). */
enum Mix {
    /** Write-intensive. */
    WI(MicroWork.WRITE_INTENSIVE),
    /** Read-intensive. */
    RI(MicroWork.READ_INTENSIVE),
    /** Read-only. */
    RO(MicroWork.READ_ONLY);

    private final double readShare;

    Mix(double readShare) {
        this.readShare = readShare;
    }

    String zipfLabel() {
        return name() + "-zipf";
    }

    String uniformLabel() {
        return name() + "-uniform";
    }

    MicroWork zipf() {
        return zipf(MicroWork.PAPER_SLOTS);
    }

    MicroWork zipf(int slots) {
        return skewed(slots, MicroWork.PAPER_THETA);
    }

    MicroWork uniform() {
        return skewed(MicroWork.PAPER_SLOTS, 0);
    }

    MicroWork skewed(int slots, double theta) {
        return new MicroWork(slots, theta, readShare);
    }
}
