package io.baton.deploy;

import io.baton.deploy.report.ResultFile;
import io.baton.deploy.run.RunSettings;
import io.baton.deploy.workload.EngineSettings;
import io.baton.deploy.workload.SmallBankWorkload;
import io.baton.smallbank.SmallBankConfig;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the SmallBank mix. */
@Command(name = "smallbank", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Run the SmallBank mix of transactions.",
    description = {"",
        "Loads the accounts of a bank into memory, checks them, lets clients work on them (25 %% payments; 15 %% each "
            + "of amalgamations, balances, deposits, savings and checks), checks that no money is missing, and prints "
            + "throughput, latencies and what the locks did. A transaction that lacks the money is rolled back.", ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton run smallbank                               a first look",
        "  baton run smallbank --accounts 1000 --clients 64  many clients on few accounts",
        "  baton run smallbank --hot-transactions 0          no hot set",
        "  baton run smallbank --clients 1 --locks none      without locks, to see what they cost",
        "",
        "Exit status: 0 if all is well, 1 if a condition does not hold or a transaction failed,",
        "2 for bad arguments.",
        "", "More data may need more heap: BATON_JAVA_OPTS=-Xmx8g baton run smallbank --accounts 10000000"})
final class RunSmallBankCommand implements Callable<Integer> {

    private static final String HOT_TRANSACTIONS = "" + SmallBankConfig.HOT_TRANSACTIONS_PERCENT_DEFAULT;
    private static final String HOT_ACCOUNTS = "" + SmallBankConfig.HOT_ACCOUNTS_PERCENT_DEFAULT;
    private static final int ALL = 100;

    private final CommandContext context;

    @Mixin
    private final RunOptions options;

    @Option(names = "--accounts", paramLabel = "N", order = 1, defaultValue = "1000000",
        description = "The scale: customers, each with two accounts. Default: ${DEFAULT-VALUE}.")
    private String accounts = "";

    @Option(names = "--hot-transactions", paramLabel = "PERCENT", order = 2, defaultValue = HOT_TRANSACTIONS,
        description = "How many transactions are on the hot set. Default: ${DEFAULT-VALUE}.")
    private String hotTransactions = "";

    @Option(names = "--hot-accounts", paramLabel = "PERCENT", order = 3, defaultValue = HOT_ACCOUNTS,
        description = "How many accounts are in the hot set. Default: ${DEFAULT-VALUE}.")
    private String hotAccounts = "";

    RunSmallBankCommand(CommandContext context) {
        this.context = context;
        this.options = new RunOptions(context);
    }

    @Override
    public Integer call() {
        final int scale = number("--accounts", accounts, SmallBankConfig.ACCOUNTS_MIN, SmallBankConfig.ACCOUNTS_MAX);
        final int transactionsPercent = number("--hot-transactions", hotTransactions, 0, ALL);
        final int accountsPercent = number("--hot-accounts", hotAccounts, 1, ALL);
        final RunSettings settings = options.settings();
        final EngineSettings engine = options.engine(settings);
        final @Nullable ResultFile json = options.json();
        final SmallBankConfig config =
            new SmallBankConfig(scale, engine.seed(), transactionsPercent, accountsPercent);
        return new WorkloadRun(context, settings, json).run(() -> new SmallBankWorkload(config, engine));
    }

    private int number(String option, String text, int least, int most) {
        return (int) OptionValues.number(options.command(), option, text, least, most);
    }
}
