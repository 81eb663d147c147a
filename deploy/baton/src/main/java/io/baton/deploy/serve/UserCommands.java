package io.baton.deploy.serve;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.CommandGroup;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.password.PasswordOption;
import io.baton.deploy.report.Figures;
import io.baton.engine.observe.PrintableText;
import io.baton.protocol.scram.PreparedText;
import io.baton.protocol.scram.ScramKeys;
import io.baton.server.users.Grants;
import io.baton.server.users.User;
import io.baton.server.users.UserFile;
import io.baton.server.users.UserList;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton user}: who may log in to a server, and what they may do there. */
public final class UserCommands {

    private static final int PASSWORD_LEAST = 8;
    /** With it the names of the procedures begin that each server has. */
    private static final String BUILT_IN = "baton.";
    private static final String STATUS = "Exit status: 0 if it was done, 2 for bad arguments or a file that cannot be"
        + " used.";

    private UserCommands() {
    }

    public static CommandLine of(CommandContext context) {
        return CommandGroup.of("user", "COMMAND", "Say who may log in to a server, and what they may do.", "Commands",
            "", "Examples:", "  baton user add --users users.txt ann --all",
            "  baton user grant --users users.txt bob Transfer Balance",
            "  baton server --users users.txt --workload smallbank", "",
            "A server that runs sees changes of its file within a second.")
            .addSubcommand(new Add(context))
            .addSubcommand(new Password(context))
            .addSubcommand(new Remove(context))
            .addSubcommand(new Show(context))
            .addSubcommand(new Grant(context))
            .addSubcommand(new Revoke(context));
    }

    /** A command that works on a file of users. */
    private abstract static class OfFile extends ParsedCommand {
        @Option(names = "--users", paramLabel = "FILE", required = true, order = 1,
            description = "The file of users.")
        private String users = "";

        OfFile(CommandContext context) {
            super(context);
        }

        final UserFile file() {
            return new UserFile(context.files().getPath(users));
        }

        final RuntimeException unusable(Exception why) {
            return OptionValues.complaint(spec(), "--users", users, String.valueOf(why.getMessage()), why);
        }
    }

    /** A command that changes one user. */
    private abstract static class OfUser extends OfFile {
        @Parameters(index = "0", paramLabel = "NAME", description = "The user's name.")
        private String name = "";

        OfUser(CommandContext context) {
            super(context);
        }

        final String name() {
            try {
                return PreparedText.name(name);
            } catch (IllegalArgumentException e) {
                throw OptionValues.complaint(spec(), "NAME", PrintableText.of(name),
                    String.valueOf(e.getMessage()), e);
            }
        }

        /** Changes the file, which must be there unless something is given for its place. */
        final void change(@Nullable UserList whenAbsent, UnaryOperator<UserList> change) {
            try {
                final UserFile file = file();
                file.change(whenAbsent == null ? file.read() : whenAbsent, change);
            } catch (IOException e) {
                throw unusable(e);
            }
        }

        final User find(UserList list) {
            final User user = list.find(name());
            if (user == null) {
                throw OptionValues.complaint(spec(), "NAME", name(), "there is no such user; 'baton user list' shows "
                    + "who there is", null);
            }
            return user;
        }

        final ScramKeys keys(PasswordOption option) {
            final char[] password = option.read(spec(), context, "New password of " + name(), PasswordOption.Use.NEW);
            try {
                if (password.length < PASSWORD_LEAST) {
                    throw PasswordOption.complaint(spec(), "the password has " + password.length + " characters; give "
                        + PASSWORD_LEAST + " or more", null);
                }
                final byte[] salt = new byte[ScramKeys.SALT_BYTES];
                new SecureRandom().nextBytes(salt);
                return ScramKeys.of(password, salt, ScramKeys.ITERATIONS_USUAL);
            } catch (IllegalArgumentException e) {
                throw PasswordOption.complaint(spec(), String.valueOf(e.getMessage()), e);
            } finally {
                Arrays.fill(password, '\0');
            }
        }

        final int tell(User user) {
            context.console().told(user.name() + " may " + user.grants() + ".");
            return ExitStatus.GOOD;
        }
    }

    /** A command about grants of one user. */
    private abstract static class OfGrants extends OfUser {
        @Parameters(index = "1..*", arity = "0..*", paramLabel = "PROCEDURE",
            description = "Procedures that may be called.")
        private List<String> procedures = new ArrayList<>();

        @Option(names = "--all", order = 2, description = "All procedures, also those that come later.")
        private boolean all;

        @Option(names = "--tables", order = 3, description = "Reading all tables.")
        private boolean tables;

        @Option(names = "--operator", order = 4, description = "Looking into the server and ordering it about.")
        private boolean operator;

        OfGrants(CommandContext context) {
            super(context);
        }

        final Grants grants(boolean none, boolean takes) {
            if (!none && procedures.isEmpty() && !all && !tables && !operator) {
                throw OptionValues.complaint(spec(), "PROCEDURE", "",
                    "name procedures, or give --all, --tables or --operator", null);
            }
            final TreeSet<String> names = new TreeSet<>(procedures);
            if (!takes) {
                refuseBuiltIns(names);
            }
            if (all) {
                names.add(Grants.ALL);
            }
            try {
                return new Grants(names, tables, operator);
            } catch (IllegalArgumentException e) {
                throw OptionValues.complaint(spec(), "PROCEDURE", String.join(" ", procedures),
                    String.valueOf(e.getMessage()), e);
            }
        }

        /** Such a grant would say that somebody may call it, and the server would refuse all the same. */
        private void refuseBuiltIns(SortedSet<String> names) {
            for (final String name : names) {
                if (name.startsWith(BUILT_IN)) {
                    throw OptionValues.complaint(spec(), "PROCEDURE", name,
                        "it is not granted by name; give --tables for queries and all else that reads tables, and "
                            + "--operator for statistics, backups and imports",
                        null);
                }
            }
        }

        final int change(UnaryOperator<Grants> change) {
            final List<User> changed = new ArrayList<>();
            change(null, list -> {
                final User user = find(list);
                changed.add(new User(user.name(), user.keys(), change.apply(user.grants())));
                return list.with(changed.getLast());
            });
            return tell(changed.getLast());
        }
    }

    /** {@code baton user add}. */
    @Command(name = "add", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        header = "Add a user.", description = {"", "Makes the file if it is not there.", ""},
        optionListHeading = "Options:%n", footer = {"", STATUS})
    private static final class Add extends OfGrants {
        @Mixin
        private final PasswordOption password = new PasswordOption();

        private Add(CommandContext context) {
            super(context);
        }

        @Override
        public Integer call() {
            final Grants granted = grants(true, false);
            final User user = new User(name(), keys(password), granted);
            change(UserList.empty(new SecureRandom()), list -> {
                if (list.find(user.name()) != null) {
                    throw OptionValues.complaint(spec(), "NAME", user.name(),
                        "there is such a user; 'baton user password' changes the password", null);
                }
                return list.with(user);
            });
            return tell(user);
        }
    }

    /** {@code baton user password}. */
    @Command(name = "password", sortOptions = false, mixinStandardHelpOptions = true,
        versionProvider = VersionText.class, header = "Give a user another password.",
        description = {"", "Connections that are open stay open.", ""}, optionListHeading = "Options:%n",
        footer = {"", STATUS})
    private static final class Password extends OfUser {
        @Mixin
        private final PasswordOption password = new PasswordOption();

        private Password(CommandContext context) {
            super(context);
        }

        @Override
        public Integer call() {
            final ScramKeys keys = keys(password);
            change(null, list -> list.with(new User(name(), keys, find(list).grants())));
            context.console().line(name() + " has another password.");
            return ExitStatus.GOOD;
        }
    }

    /** {@code baton user remove}. */
    @Command(name = "remove", sortOptions = false, mixinStandardHelpOptions = true,
        versionProvider = VersionText.class, header = "Remove a user.",
        description = {"", "Connections that are open stay open, and every call over them is refused.", ""},
        optionListHeading = "Options:%n", footer = {"", STATUS})
    private static final class Remove extends OfUser {
        private Remove(CommandContext context) {
            super(context);
        }

        @Override
        public Integer call() {
            change(null, list -> list.without(find(list).name()));
            context.console().line(name() + " is removed.");
            return ExitStatus.GOOD;
        }
    }

    /** {@code baton user list}. */
    @Command(name = "list", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        header = "List all users and what they may do.", optionListHeading = "%nOptions:%n", footer = {"", STATUS})
    private static final class Show extends OfFile {
        private Show(CommandContext context) {
            super(context);
        }

        @Override
        public Integer call() {
            try {
                final List<User> users = file().read().users();
                users.forEach(user -> context.console().line(user.name() + " may " + user.grants() + "."));
                context.console().line(Figures.plural(users.size(), "user") + ".");
                return ExitStatus.GOOD;
            } catch (IOException e) {
                throw unusable(e);
            }
        }
    }

    /** {@code baton user grant}. */
    @Command(name = "grant", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
        header = "Let a user do more.", description = {"", "Counts for connections that are open too.", ""},
        optionListHeading = "Options:%n", footer = {"", STATUS})
    private static final class Grant extends OfGrants {
        private Grant(CommandContext context) {
            super(context);
        }

        @Override
        public Integer call() {
            final Grants more = grants(false, false);
            return change(granted -> granted.with(more));
        }
    }

    /** {@code baton user revoke}. */
    @Command(name = "revoke", sortOptions = false, mixinStandardHelpOptions = true,
        versionProvider = VersionText.class, header = "Let a user do less.",
        description = {"", "Counts for connections that are open too; --all takes each procedure away.", ""},
        optionListHeading = "Options:%n", footer = {"", STATUS})
    private static final class Revoke extends OfGrants {
        private Revoke(CommandContext context) {
            super(context);
        }

        @Override
        public Integer call() {
            final Grants less = grants(false, true);
            return change(granted -> granted.without(less));
        }
    }
}
