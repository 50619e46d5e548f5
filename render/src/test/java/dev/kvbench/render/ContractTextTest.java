package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.ContractCheck;
import dev.kvbench.result.ContractCheck.Kind;
import dev.kvbench.result.ContractCheck.Outcome;
import dev.kvbench.result.ContractResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContractTextTest {

  private static final ContractCheck PASS =
      ContractCheck.pass("get-absent", "GET of a key that is not there is 404", Kind.RULE);
  private static final ContractCheck FAIL =
      new ContractCheck(
          "range-order",
          "keys come in unsigned byte order",
          Kind.RULE,
          Outcome.FAIL,
          "GET /v0/entities?start=kvbench-0f00ba52-order-&end=kvbench-0f00ba52-order.",
          "200 with 3 records: …order-\\xc3\\xa9, …order-a, …order-z",
          "200 with 3 records: …order-a, …order-z, …order-\\xc3\\xa9");
  private static final ContractCheck REMARK =
      new ContractCheck(
          "reason-phrase",
          "statuses have words",
          Kind.REMARK,
          Outcome.REMARK,
          "GET /v0/status",
          "HTTP/1.1 200",
          "words behind the code, as in HTTP/1.1 200 OK");
  private static final ContractCheck UNTRIED =
      new ContractCheck(
          "range-values",
          "a record is key, line feed, and any value",
          Kind.RULE,
          Outcome.UNTRIED,
          "",
          "the time for all rules, 120 s, was over",
          "");
  private static final String PREFIX = "kvbench-0f00ba52-";

  @Test
  void everyOutcome_isSealed() {
    ContractResult result =
        new ContractResult(4, List.of(PASS, FAIL, REMARK, UNTRIED), PREFIX, 1_200);
    StringBuilder text = new StringBuilder();
    result.checks().forEach(check -> text.append(ContractText.of(check)));
    Golden.check("contract.txt", text + "\n" + ContractText.summary(result));
  }

  @Test
  void of_aServersOwnBytes_areHarmless() {
    ContractCheck check =
        new ContractCheck("put", "PUT is 201", Kind.RULE, Outcome.FAIL, "", "\u001b[2J\r\nx", "");
    assertThat(ContractText.of(check)).doesNotContain("\u001b").doesNotContain("\r");
  }

  @Test
  void summary_ofAServerThatKeepsEveryRule_saysSo() {
    assertThat(ContractText.summary(new ContractResult(1, List.of(PASS), PREFIX, 0)))
        .isEqualTo("The server keeps the contract: 1 rule is kept.\n");
    assertThat(ContractText.summary(new ContractResult(2, List.of(PASS, REMARK), PREFIX, 0)))
        .isEqualTo(
            """
            The server keeps the contract: 1 rule is kept. Remarks, which fail nothing:
            reason-phrase.
            """);
  }

  @Test
  void summary_ofAnInterruptedTry_claimsNothingOfTheRest() {
    assertThat(ContractText.summary(new ContractResult(46, List.of(PASS), PREFIX, 0)))
        .startsWith("Interrupted: 1 of 46 rules were tried until then.")
        .doesNotContain("keeps the contract");
  }
}
