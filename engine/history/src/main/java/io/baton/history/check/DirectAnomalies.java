package io.baton.history.check;

/** Takes what is wrong in itself, without any cycle. */
interface DirectAnomalies {

    /**
     * Takes an anomaly.
     *
     * @param kind unwritten, existence, G0, G1a or G1b
     * @param reader who saw the version, or wrote it too; of existence, for whom the row is there
     * @param writer who wrote the version, or {@link WriterTable#NOBODY}; of existence, for whom there is none
     * @param place table and index of the row or prefix
     * @param key its key
     * @param version the version
     */
    void found(AnomalyKind kind, int reader, int writer, int place, long key, long version);
}
