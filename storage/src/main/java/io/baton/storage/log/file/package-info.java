/**
 * The log on the disk: segments, their headers, records, and their readers. Knows nothing of threads, waiters, or
 * records that are not written yet; {@code log} writes the records. storage/spec/4-log.md is its specification.
 *
 * <p>{@code LogFiles} opens and names the files. {@code SegmentHeader} and {@code RecordLayout} are the only ones that
 * know the offsets of fields. {@code SegmentScan} finds the segments, {@code SegmentReader} verifies records one by
 * one, {@link io.baton.storage.log.file.LogReader} goes through all of them, and
 * {@link io.baton.storage.log.file.TransactionReader} makes whole transactions of them. {@code LogTail} finds the end
 * and cuts a torn one; {@link io.baton.storage.log.file.LogCopy} copies a part for backups. Uses only {@code memory}
 * and {@code codec}.
 */
@NullMarked
package io.baton.storage.log.file;

import org.jspecify.annotations.NullMarked;
