package io.baton.engine.check;

/** Takes what is wrong in itself, without any cycle. */
interface DirectAnomalies {

    /**
     * Takes an anomaly.
     *
     * @param kind unwritten, G0, G1a or G1b
     * @param reader who saw the version, or wrote it too
     * @param writer who wrote the version, or {@link WriterTable#NOBODY}
     * @param place table and index of the row or prefix
     * @param key its key
     * @param version the version
     */
    void found(AnomalyKind kind, int reader, int writer, int place, long key, long version);
}
