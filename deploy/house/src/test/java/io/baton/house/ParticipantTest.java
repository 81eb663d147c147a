package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine comes to a transaction through its participant, and the check finds who does not. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ParticipantTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void participantIsTheOnlyDoor() {
        assertThat(ParticipantCheck.check(MainClasses.read())).isEmpty();
    }

    /** A second class that could be called instead would cost every access a look which one it is. */
    @Test
    void participantIsFinal() {
        assertThat(MainClasses.read().get("io.baton.engine.transaction.Participant").getModifiers())
            .contains(JavaModifier.FINAL);
    }

    @Test
    void whatPassesTheDoorIsFound() {
        List<String> sources = List.of(
            "package io.baton.engine.transaction;\npublic class WriteSet {}\n",
            "package io.baton.engine.transaction;\npublic class Participant { WriteSet writes; }\n",
            "package io.baton.storage;\npublic class Table { public long find() { return 0; }\n"
                + "public long rows() { return 0; } }\n",
            "package io.baton.storage;\npublic class Row { public long address() { return 0; } }\n",
            "package io.baton.engine;\nclass Good {\nio.baton.engine.transaction.Participant door;\n"
                + "long rows(io.baton.storage.Table t) { return t.rows(); } }\n",
            "package io.baton.engine;\nclass Inside {\nio.baton.engine.transaction.WriteSet writes; }\n",
            "package io.baton.engine;\nclass Finds {\nlong a(io.baton.storage.Table t) { return t.find(); } }\n",
            "package io.baton.engine.watch;\nclass Looks {\nlong a(io.baton.storage.Row r) { return r.address(); } }\n",
            "package io.baton.server;\nclass Other {\nlong a(io.baton.storage.Row r) { return r.address(); } }\n");
        assertThat(ParticipantCheck.check(CompiledSamples.compile(folder, sources))).extracting(Violation::file)
            .containsExactlyInAnyOrder("io.baton.engine.Inside", "io.baton.engine.Finds",
                "io.baton.engine.watch.Looks");
    }
}
