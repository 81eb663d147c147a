package io.baton.lab.server;

/**
 * What is measured together.
 *
 * @param workload whose procedures are called
 * @param access in which way
 * @param connections over how many connections
 */
public record ServerCase(String workload, String access, int connections) {
}
