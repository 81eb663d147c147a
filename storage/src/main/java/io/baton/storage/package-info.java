/**
 * API: tables, rows and ordered indexes in off-heap memory. Storage takes no logical locks and knows no transactions:
 * the engine has locked the rows that it touches. Storage keeps its own structures sound under concurrent access to
 * different rows.
 *
 * <h2>The parts, from the outside in</h2>
 *
 * <ul>
 *   <li>{@link io.baton.storage.TableSchema} names the columns, the primary key and the ordered indexes. A key of
 *       integers with 64 bits together is packed into a number; any other is wide. The schema's builder hands out a
 *       {@link io.baton.storage.column.Column} for each column, of a class of its own for each type; rows are read and
 *       written with these handles.
 *   <li>{@link io.baton.storage.Storage} holds the {@link io.baton.storage.Table}s. A table finds a row's
 *       <em>address</em> by packed key, or by an image that has the columns of a wide one. It wraps a
 *       {@link io.baton.storage.Row} around the row, and takes inserts, updates and deletes. An address stays valid
 *       until its row is deleted, so the engine looks a row up once.
 *   <li>{@link io.baton.storage.RowArena} is a transaction's memory for <em>images</em>: full copies of rows that it
 *       changes and hands to insert and update at commit. An image remembers which of its bytes changed.
 *   <li>{@link io.baton.storage.IndexRange} describes a scan, {@link io.baton.storage.IndexCursor} walks over it.
 *   <li>{@link io.baton.storage.TableCopy} copies all rows of a table while transactions run, for checkpoints and for
 *       readers of whole tables; {@link io.baton.storage.TableRestore} fills a table before any of them run.
 * </ul>
 *
 * <pre>
 *   Table --> primary key --> HashIndex: packed key --> address
 *     |            or         OrderedIndex: prefix --> HashIndex --> address of a lone row
 *     |                                                         or root of a partition, a B+tree of addresses
 *     +---> secondary indexes: an OrderedIndex each
 *     +---> Slots --> Pages: a Chronicle Map, page number --> 32 KB of row slots
 *   IndexMemory: blocks for hash tables and nodes      MemoryAccount: counts these and the pages
 * </pre>
 *
 * <h2>Rows</h2>
 *
 * A row is a binary image of fixed layout (storage/spec/1-rows.md), so {@code Slots} cuts pages into slots of one size.
 * A page is one entry of constant size in a Chronicle Map, because such an entry does not move while it lives and
 * because Chronicle's cost is then paid once a page (docs/decisions/0002-row-pages.md). {@code Memory} is the only
 * class that touches raw addresses. {@code Row} checks before every access that its memory is alive and that the column
 * is of its table, which keeps every access inside the image.
 *
 * <h2>Indexes</h2>
 *
 * Every scan binds the leading columns of its index, so an ordered index is a hash directory of small trees, one per
 * <em>prefix</em>: the same 64-bit value that the engine locks. Within it rows are ordered by a 64-bit
 * <em>suffix</em> ({@code IndexOrder}); where suffixes are equal, ties are broken by comparing the rows. A prefix with
 * one row needs no tree: the directory leads to the row itself, as a hash index on that column would. A wide primary
 * key is such an index: its prefix is the hash of all its columns, so that only twins, rows of equal hash, have a tree
 * (docs/decisions/0027-wide-keys.md).
 *
 * <h2>What is latched by what</h2>
 *
 * <ul>
 *   <li>{@code HashSegment}: writers by its latch; readers take nothing, wait for a writer that is inside, and look
 *       at its version stamp.
 *   <li>{@code Stripe}, one of 128 of an ordered index by prefix: its latch, for changes and scans of partitions; a
 *       cursor fetches a batch and lets go. Look-ups of ordered primary keys take nothing and look at the stamp. An
 *       entry is in the tree only while its row's memory is alive and its index columns do not change, so rows may be
 *       compared under the latch.
 *   <li>Memory of indexes returns to {@code IndexMemory} and not to the system, so a reader that takes nothing may read
 *       memory that is no longer part of the index, but never memory that is not mapped.
 *   <li>A lone row leaves the directory before its memory is used again; a reader copies it first and looks at the
 *       segment's stamp.
 *   <li>{@code SlotStripe}: its latch, one of 16 by thread id. {@code Pages}: a lock, once a page.
 *   <li>Order: a {@code Stripe}, then the directory's segment, then {@code IndexMemory}; a {@code SlotStripe}, then
 *       {@code Pages}. No thread waits for two latches of one kind.
 *   <li>An insert enters the primary key first, which decides between duplicates, then the secondary indexes; one that
 *       fails leaves them again, and the primary key behind them. A delete leaves the primary key first, the slot last.
 *   <li>A {@code TableCopy} copies rows without a latch, and looks at the stamp under which the primary key names them:
 *       if no writer came in between, their memory was not used again meanwhile.
 * </ul>
 */
@NullMarked
package io.baton.storage;

import org.jspecify.annotations.NullMarked;
