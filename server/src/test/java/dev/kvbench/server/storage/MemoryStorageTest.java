package dev.kvbench.server.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemoryStorageTest {

  private final MemoryStorage storage = new MemoryStorage();

  @Test
  void get_absent_isNull() {
    assertThat(storage.get(bytes("a"))).isNull();
  }

  @Test
  void get_afterPut_isTheValueOfAnEqualKey() {
    storage.put(bytes("a"), bytes("1"));
    storage.put(bytes("a"), bytes("2"));

    assertThat(storage.get(bytes("a"))).isEqualTo(bytes("2"));
  }

  @Test
  void delete_present_removesAndAbsentDoesNothing() {
    storage.put(bytes("a"), bytes("1"));

    storage.delete(bytes("a"));
    storage.delete(bytes("a"));

    assertThat(storage.get(bytes("a"))).isNull();
  }

  @Test
  void range_startInclusiveEndExclusive() {
    put("a", "b", "c", "d");

    assertThat(keys("b", "d")).containsExactly("b", "c");
    assertThat(keys("b", null)).containsExactly("b", "c", "d");
    assertThat(keys("b", "b")).isEmpty();
    assertThat(keys("x", null)).isEmpty();
  }

  @Test
  void range_orderIsOfUnsignedBytesAndAPrefixComesFirst() {
    put("\u00e9", "z", "a", "ab", "\u0001");

    assertThat(keys("\u0001", null)).containsExactly("\u0001", "a", "ab", "z", "\u00e9");
  }

  @Test
  void range_recordsAddedWhileReading_areSeenAsTheCursorComesToThem() {
    put("a", "b");
    RecordCursor cursor = storage.range(bytes("a"), null);

    assertThat(cursor.next()).isTrue();
    put("c");
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.key()).isEqualTo(bytes("c"));
  }

  @Test
  void key_beforeTheFirstAndAfterTheLast_isRefused() {
    RecordCursor cursor = storage.range(bytes("a"), null);

    assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
    assertThat(cursor.next()).isFalse();
    assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
  }

  private void put(String... keys) {
    for (String key : keys) {
      storage.put(bytes(key), bytes("value of " + key));
    }
  }

  private List<String> keys(String start, @Nullable String end) {
    List<String> keys = new ArrayList<>();
    try (RecordCursor cursor = storage.range(bytes(start), end == null ? null : bytes(end))) {
      while (cursor.next()) {
        keys.add(new String(cursor.key(), UTF_8));
        assertThat(cursor.value()).isEqualTo(bytes("value of " + keys.get(keys.size() - 1)));
      }
    }
    return keys;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
