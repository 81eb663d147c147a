/** A program with an engine of its own: a table of pages, and the procedure that counts their visits. */
package example;
