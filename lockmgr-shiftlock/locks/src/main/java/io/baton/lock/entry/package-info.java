/**
 * The bytes of the locks, as flyweights; nothing else parses them. {@link io.baton.lock.entry.LockEntry} is the 16
 * bytes of a lock in registered memory, {@link io.baton.lock.entry.PlainLockEntry} the same as two words;
 * {@link io.baton.lock.entry.EntryFormat} names them. {@link io.baton.lock.entry.LockNotice} is the notice between
 * clients, {@link io.baton.lock.entry.RecoveryNotice} that between processes and lock server;
 * {@link io.baton.lock.entry.Eras} finds the era counters, behind the entries.
 * <pre>
 *   registered memory   | entry of slot 0 | slot 1 | ... | era counters (only where locks can be recovered) |
 * </pre>
 * Specification: {@code spec/2-entry.md} and {@code spec/8-plain-entry.md} for the entry, {@code
 * spec/4-hand-over.md} and {@code spec/5-recovery.md} for the notices.
 */
@NullMarked
package io.baton.lock.entry;

import org.jspecify.annotations.NullMarked;
