package io.baton.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Baton's compiled main code, from the class path of this test. */
final class MainClasses {
    private MainClasses() {
    }

    static JavaClasses read() {
        return new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.baton");
    }
}
