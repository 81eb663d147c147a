package io.baton.testing.disk;

/**
 * Where a file or directory can be.
 *
 * @param directory inode of the directory that has the name
 * @param name of the file or directory in it
 */
record Place(int directory, String name) {
}
