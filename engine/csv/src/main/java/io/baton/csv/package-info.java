/**
 * API: tables as CSV files, by FastCSV. {@link io.baton.csv.CsvExport} writes them from a running engine,
 * {@link io.baton.csv.CsvImport} loads them before the first call or inserts them at any time. The format is in
 * docs/csv.md; {@code CsvValues} knows how each type is spelt, {@code CsvFile} opens files.
 */
@NullMarked
package io.baton.csv;

import org.jspecify.annotations.NullMarked;
