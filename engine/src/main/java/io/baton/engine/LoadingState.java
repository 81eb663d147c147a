package io.baton.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.Loader.Loading;

/** How far the loading of a store has come. Thread-safe. */
final class LoadingState {

    @GuardedBy("this")
    private Loading now = Loading.ENDED;

    synchronized Loading now() {
        return now;
    }

    synchronized void begin() {
        if (now == Loading.ENDED) {
            now = Loading.UNSAVED;
        }
    }

    /** What was loaded so far is a part only: it is not kept, unless calls are made on it. */
    synchronized void fail() {
        if (now == Loading.UNSAVED) {
            now = Loading.FAILED;
        }
    }

    /** All that was loaded is on disk. */
    synchronized void end() {
        now = Loading.ENDED;
    }
}
