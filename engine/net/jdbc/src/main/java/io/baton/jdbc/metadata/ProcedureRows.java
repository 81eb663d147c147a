package io.baton.jdbc.metadata;

import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.value.SqlType;
import io.baton.protocol.Description;
import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers about procedures. Those that return one value are functions, too. */
final class ProcedureRows {

    private ProcedureRows() {
    }

    /** Whether it returns one value, so that {@code {? = call ...}} is meant for it. */
    static boolean isFunction(Description procedure) {
        return switch (procedure.result().kind()) {
            case NULL, RECORD, LIST -> false;
            default -> true;
        };
    }

    static ResultSet procedures(List<Description> procedures) {
        final CatalogTable table = new CatalogTable("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME",
            "FUTURE1", "FUTURE2", "FUTURE3", "REMARKS", "#PROCEDURE_TYPE", "SPECIFIC_NAME");
        for (final Description procedure : procedures) {
            table.add(null, null, procedure.name(), null, null, null, procedure.toString(),
                isFunction(procedure) ? DatabaseMetaData.procedureReturnsResult
                    : DatabaseMetaData.procedureNoResult,
                procedure.name());
        }
        return table.sorted(2);
    }

    static ResultSet functions(List<Description> procedures) {
        final CatalogTable table = new CatalogTable("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME", "REMARKS",
            "#FUNCTION_TYPE", "SPECIFIC_NAME");
        procedures.stream().filter(ProcedureRows::isFunction).forEach(function -> table.add(null, null,
            function.name(), function.toString(), DatabaseMetaData.functionNoTable, function.name()));
        return table.sorted(2);
    }

    /** Numbers that procedures and functions have for the kinds of columns. */
    private record Kinds(int in, int inOut, int out, int returned, int result) {

        static final Kinds OF_PROCEDURES = new Kinds(DatabaseMetaData.procedureColumnIn,
            DatabaseMetaData.procedureColumnInOut, DatabaseMetaData.procedureColumnOut,
            DatabaseMetaData.procedureColumnReturn, DatabaseMetaData.procedureColumnResult);
        static final Kinds OF_FUNCTIONS = new Kinds(DatabaseMetaData.functionColumnIn,
            DatabaseMetaData.functionColumnInOut, DatabaseMetaData.functionColumnOut, DatabaseMetaData.functionReturn,
            DatabaseMetaData.functionColumnResult);
    }

    /** Takes a column: its kind, its place, its name and its type. */
    private interface Sink {
        void add(String procedure, int kind, int place, ValueType.Part part);
    }

    static ResultSet procedureColumns(List<Description> procedures, NamePattern columns) {
        final CatalogTable table = new CatalogTable("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME",
            "COLUMN_NAME", "#COLUMN_TYPE", "#DATA_TYPE", "TYPE_NAME", "#PRECISION", "#LENGTH", "#SCALE", "#RADIX",
            "#NULLABLE", "REMARKS", "COLUMN_DEF", "#SQL_DATA_TYPE", "#SQL_DATETIME_SUB", "#CHAR_OCTET_LENGTH",
            "#ORDINAL_POSITION", "IS_NULLABLE", "SPECIFIC_NAME");
        each(procedures, Kinds.OF_PROCEDURES, columns, (procedure, kind, place, part) -> {
            final SqlType type = SqlType.of(part.type().kind());
            table.add(null, null, procedure, part.name(), kind, type.code(), type.name(), precision(type),
                type.bytesMax(), type.scale(), radix(type), nullable(part.type()), part.type().toString(), null, null,
                null,
                octets(type), place, part.type().nullable() ? "YES" : "NO", procedure);
        });
        return table.sorted(2);
    }

    static ResultSet functionColumns(List<Description> procedures, NamePattern columns) {
        final CatalogTable table = new CatalogTable("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME",
            "COLUMN_NAME", "#COLUMN_TYPE", "#DATA_TYPE", "TYPE_NAME", "#PRECISION", "#LENGTH", "#SCALE", "#RADIX",
            "#NULLABLE", "REMARKS", "#CHAR_OCTET_LENGTH", "#ORDINAL_POSITION", "IS_NULLABLE", "SPECIFIC_NAME");
        each(procedures.stream().filter(ProcedureRows::isFunction).toList(), Kinds.OF_FUNCTIONS, columns,
            (procedure, kind, place, part) -> {
                final SqlType type = SqlType.of(part.type().kind());
                table.add(null, null, procedure, part.name(), kind, type.code(), type.name(), precision(type),
                    type.bytesMax(), type.scale(), radix(type), nullable(part.type()), part.type().toString(),
                    octets(type),
                    place, part.type().nullable() ? "YES" : "NO", procedure);
            });
        return table.sorted(2);
    }

    /** Null if it may have any: decimals come as procedures make them. */
    private static @Nullable Integer precision(SqlType type) {
        return type.precisionAnywhere() == 0 ? null : (Integer) type.precisionAnywhere();
    }

    static @Nullable Integer radix(SqlType type) {
        return type.isSigned() ? (Integer) DECIMAL_RADIX : null;
    }

    private static @Nullable Integer octets(SqlType type) {
        return type == SqlType.VARCHAR || type == SqlType.VARBINARY ? (Integer) type.precision() : null;
    }

    private static int nullable(ValueType type) {
        return type.nullable() ? DatabaseMetaData.procedureNullable : DatabaseMetaData.procedureNoNulls;
    }

    private static void each(List<Description> procedures, Kinds kinds, NamePattern columns, Sink sink) {
        for (final Description procedure : procedures) {
            final Sink wanted = (name, kind, place, part) -> {
                if (columns.matches(part.name())) {
                    sink.add(name, kind, place, part);
                }
            };
            if (isFunction(procedure)) {
                wanted.add(procedure.name(), kinds.returned(), 0,
                    new ValueType.Part(CallBinding.RETURN_VALUE, procedure.result()));
            }
            int place = parameters(procedure, kinds, wanted);
            final ValueType result = procedure.result();
            if (result.kind() == ValueKind.RECORD) {
                for (final int component : CallBinding.outs(procedure)) {
                    wanted.add(procedure.name(), kinds.out(), ++place, result.parts().get(component));
                }
            } else if (result.kind() == ValueKind.LIST && result.element().kind() == ValueKind.RECORD) {
                // Columns of a result set are counted from 1 on.
                int column = 0;
                for (final ValueType.Part part : result.element().parts()) {
                    wanted.add(procedure.name(), kinds.result(), ++column, part);
                }
            } else if (result.kind() == ValueKind.LIST) {
                wanted.add(procedure.name(), kinds.result(), 1,
                    new ValueType.Part("result", result.element()));
            }
        }
    }

    private static int parameters(Description procedure, Kinds kinds, Sink sink) {
        int place = 0;
        for (final ValueType.Part part : procedure.parameters()) {
            final boolean comesOut =
                CallBinding.componentNamed(procedure, part.name()) != CallBinding.NO_COMPONENT;
            sink.add(procedure.name(), comesOut ? kinds.inOut() : kinds.in(), ++place, part);
        }
        return place;
    }

    static final int DECIMAL_RADIX = 10;
}
