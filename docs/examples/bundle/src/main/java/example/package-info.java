/** A bundle that a server loads: a table of pages, and the procedures that count their visits. */
package example;
