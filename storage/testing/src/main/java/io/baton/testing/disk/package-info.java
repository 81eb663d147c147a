/**
 * A disk in memory whose power can be cut at any point: {@link io.baton.testing.disk.CrashDisk}.
 *
 * <p>Software under test works on a {@link io.baton.testing.disk.DiskProcess}, which is a {@code FileSystem}. Each
 * change that it makes is one {@link io.baton.testing.disk.DiskOperation} in the disk's ordered history. From that
 * history the disk builds images: possible contents after a power cut behind the n-th operation. An image is a disk
 * again, with an empty history, so that a crash during recovery can be tried too. A {@link io.baton.testing.disk.Fault}
 * makes an operation fail.
 *
 * <p>How the parts fit, from the caller down:
 * <ul>
 * <li>{@code DiskProcess}, {@code DiskProvider}, {@code DiskPath} and {@code DiskChannel} are the file system;
 * {@code DirectoryCalls} has its rules for names, {@code LiveDisk} its state, history and faults.
 * <li>{@code DiskState} is names and contents, {@code Content} the bytes of one file, immutable and shared.
 * <li>{@code UnforcedChanges} replays a history and knows the forced parts; the others are {@code UnforcedUnit}s.
 *     {@code CutChoices} enumerates or draws those that are kept, and {@code CutPoint} builds the state of such a
 *     choice.
 * </ul>
 *
 * <p>Page 3 of {@code storage/spec} has the assumptions about disks: forced data stays; sectors of 512 bytes that were
 * not may be old, new, torn or have flipped bits; sizes and names that were not forced may be old or new. A name is
 * forced by its directory, not by its file.
 */
@NullMarked
package io.baton.testing.disk;

import org.jspecify.annotations.NullMarked;
