package dev.kvbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServerSettingsTest {

  @Test
  void read_nothing_isTheServerOfAScenarioThatSaysNothing() {
    assertThat(ServerSettings.read(List.of())).isEqualTo(TargetSpec.Reference.DEFAULT);
  }

  @Test
  void read_settings_areThoseOfATarget() {
    TargetSpec.Reference server =
        ServerSettings.read(
            List.of(
                "server.selectors=2",
                "server.workers.threads=4",
                "server.workers={ threads: 3 }",
                "server.workers.order=lifo",
                "server.deadline=200ms"));

    assertThat(server.selectors()).isEqualTo(2);
    assertThat(server.deadlineNanos()).isEqualTo(200_000_000);
    assertThat(server.workers())
        .isEqualTo(
            new WorkersSpec(
                3,
                3,
                WorkersSpec.Queue.LINKED,
                1024,
                WorkersSpec.Order.LIFO,
                WorkersSpec.Rejection.ABORT));
  }

  @Test
  void read_mistakes_areShownWhereTheyStand() {
    assertThatThrownBy(
            () ->
                ServerSettings.read(
                    List.of(
                        "server.selectors=0",
                        "selectors=2",
                        "server.heap=1GiB",
                        "server.url=http://a",
                        "server.pid=5",
                        "server.wrkers.threads=4")))
        .isInstanceOf(ScenarioException.class)
        .hasMessage(
            """
            --set:1:18: server.selectors must be 1 or more, not 0
                server.selectors=0
                                 ^
                write a whole number from 1 to 1024

            --set:1:1: there are no settings of 'selectors'
                selectors=2
                ^
                settings of the server begin with server: server.workers.threads=4

            --set:1:8: server.heap is of a process of its own, and a server by itself runs in kvbench's
                server.heap=1GiB
                       ^
                give kvbench's virtual machine its flags: KVBENCH_JAVA_OPTIONS='-Xmx1g'

            --set:1:8: server.url is no setting of the reference server
                server.url=http://a
                       ^
                known here: selectors, workers, deadline, storage, body-limit

            --set:1:8: server.pid is no setting of the reference server
                server.pid=5
                       ^
                known here: selectors, workers, deadline, storage, body-limit

            --set:1:8: unknown key 'wrkers' in server
                server.wrkers.threads=4
                       ^
                did you mean 'workers'?""");
  }
}
