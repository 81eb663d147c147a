package io.baton.engine.procedure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a procedure only reads: all its locks are shared, and the engine holds it to that. An update, an insert, a
 * delete, a scan for update or a plan to write ends the call with SQLSTATE 25006, whatever the procedure makes of the
 * exception.
 *
 * <p>That goes for procedures that it runs as parts of itself, too, and for itself as a part of one that writes.
 * Clients are told, and connections that only read may call it. It stands on the procedure's class. What replaces the
 * procedure must only read, too.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ReadOnly {
}
