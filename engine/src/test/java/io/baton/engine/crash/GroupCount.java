package io.baton.engine.crash;

/**
 * A transaction of a group, and the state behind it.
 *
 * @param group the group
 * @param count what its clock shows then
 */
record GroupCount(int group, long count) {
}
