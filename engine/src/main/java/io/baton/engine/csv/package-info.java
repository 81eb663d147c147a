/**
 * Tables as CSV files, by FastCSV: {@link io.baton.engine.csv.CsvExport} writes them from a running engine,
 * {@link io.baton.engine.csv.CsvImport} loads them before the first call or inserts them at any time. What a file looks
 * like is in docs/csv.md; {@code CsvValues} knows how each type is spelt, {@code CsvFile} is where files are opened.
 */
@NullMarked
package io.baton.engine.csv;

import org.jspecify.annotations.NullMarked;
