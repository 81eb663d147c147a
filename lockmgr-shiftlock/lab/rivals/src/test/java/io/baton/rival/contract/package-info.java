/** What every lock must do, the rivals and ShiftLock alike, within the process and on the simulated cluster. */
@NullMarked
package io.baton.rival.contract;

import org.jspecify.annotations.NullMarked;
