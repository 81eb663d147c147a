/**
 * The log: one sequence of records, cut into segments. storage/spec/4-log.md is its specification. Here are appenders,
 * writer and waiters; {@code log.file}, below, has the files and their readers.
 *
 * <h2>The parts</h2>
 *
 * <pre>
 *   append: appenders --> LogRing --> LogWriter --> LogSegments --> file.SegmentFile
 *           who waits: Progress, told by LogWriter; next segments, old ones: SegmentSupply
 *   read:   file.LogReader --> SegmentReader --> record --> TransactionReader --> whole transactions
 *   copy:   file.LogCopy, of a part, for backups
 * </pre>
 *
 * <h2>The threads</h2>
 *
 * <ul>
 *   <li><em>Appenders</em>, any number. One atomic addition to {@code LogState.tail} reserves the LSNs; the place in
 *       the ring is the appender's own until it stores the record's length, with release, as its last act. Only when
 *       the ring is full does it wait, for the writer to free its place. The same addition tells an appender that it is
 *       too late: the thread that ends the log adds so much to the tail that no LSN looks like that.
 *   <li><em>The writer</em>, one. It follows complete records, gives each the check value chained to the one before,
 *       writes them, makes their bytes in the ring zero, and publishes how far the ring is free. It forces, publishes
 *       how far, and then wakes the waiters. Only it touches the segment in use. An incomplete record stops it there,
 *       and the complete ones before it are forced meanwhile.
 *   <li><em>The supplier</em>, one. It makes the next segment ready under an unfinished name, fresh or from an old one,
 *       and deletes old ones. A lock and a condition join it to the writer, once a segment.
 *   <li><em>Waiters</em>: a {@code Progress} is a number that grows and a stack of its waiters. A waiter pushes itself
 *       and looks again; the writer publishes, then takes the whole stack. It wakes the platform threads among those it
 *       answers and two virtual ones, each of which wakes half of the other virtual ones, at less cost.
 *   <li><em>The keeper</em>, one. It wakes waiters whose time is over ({@code WaitKeeper}).
 * </ul>
 *
 * <h2>Waking the writer</h2>
 *
 * The writer says that it is about to sleep, then looks for work once more; an appender publishes its record, then
 * (behind a full fence) looks whether the writer sleeps. So one of them sees the other. With the mode GROUP every
 * record is work, or, while the writer waits for the clients it has answered ({@code GroupDelay}), so many records.
 * With ASYNC work is the end of a period, or a ring that is half full; there a missed wake costs one period.
 *
 * <h2>MARKs</h2>
 *
 * The writer reserves a MARK's place as appenders do, and writes the record when it comes to that place: it never waits
 * for room, since by then everything before it is on its way.
 *
 * <h2>When something fails</h2>
 *
 * The first failure of the writer ends the log: no more LSNs are reserved, the engine is told, then all waiters, and
 * nothing is written or forced again. An appender that is cut off between addition and length (by the end of its stack,
 * for example) leaves a hole which nothing behind it can pass, so the log ends as well.
 */
@NullMarked
package io.baton.storage.log;

import org.jspecify.annotations.NullMarked;
