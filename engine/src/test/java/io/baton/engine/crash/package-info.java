/**
 * Crashes of a durable engine on a disk in memory, whose power is cut after each operation.
 *
 * <p>{@code CrashRun} runs random transactions ({@code CrashProgram}) on tables of different shapes ({@code
 * CrashTable}), with checkpoints and reopenings in between, and notes in a {@code CrashModel} what the rows are after
 * each transaction, and from which operation of the disk on each is promised to be there. {@code ImageJudge} opens the
 * engine on an image of the disk and compares. {@code CrashHunt} joins the two for one seed; it is entered, too, with
 * mistakes in the compiled classes ({@code PlantedCrash}), which it must find.
 *
 * <p>Each transaction counts its group's row of the table {@code clocks} up. As the lock of that row orders the
 * transactions of a group, the number in it says which of them must be there: all with that number or a smaller one,
 * whole, and nothing else. With one group this is the order of the log. With several, some transactions write two, or
 * read one and write another: a transaction that is there has with it all that it has read, and both its halves.
 */
@NullMarked
package io.baton.engine.crash;

import org.jspecify.annotations.NullMarked;
