package io.baton.jdbc.rows;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** Refuses to change columns by label. */
abstract class NoUpdatesByLabel extends NoUpdatesByIndex {

    @Override
    public void updateNull(String label) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBoolean(String label, boolean value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateByte(String label, byte value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateShort(String label, short value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateInt(String label, int value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateLong(String label, long value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateFloat(String label, float value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateDouble(String label, double value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateString(String label, String value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBytes(String label, byte[] value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateDate(String label, Date value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateTime(String label, Time value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateTimestamp(String label, Timestamp value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateRef(String label, Ref value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(String label, Blob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(String label, Clob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateArray(String label, Array value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateRowId(String label, RowId value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNString(String label, String value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(String label, NClob value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateSQLXML(String label, SQLXML value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(String label, InputStream value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(String label, Reader value, long scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNCharacterStream(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateAsciiStream(String label, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBinaryStream(String label, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateCharacterStream(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateBlob(String label, InputStream value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateClob(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateNClob(String label, Reader value) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value, SQLType type, int scaleOrLength) throws SQLException {
        throw noUpdates();
    }

    @Override
    public void updateObject(String label, Object value, SQLType type) throws SQLException {
        throw noUpdates();
    }
}
