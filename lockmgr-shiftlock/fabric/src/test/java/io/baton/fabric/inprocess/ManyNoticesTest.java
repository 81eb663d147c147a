package io.baton.fabric.inprocess;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** Notices as in {@link NoticeTest}, ten times as long. */
@Tag("slow")
@Timeout(600)
class ManyNoticesTest extends NoticeTest {

    @Override
    int times() {
        return 10;
    }
}
