package dev.kvbench.server.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What every engine does. */
@ParameterizedClass
@EnumSource(StorageTest.Engine.class)
class StorageTest {

  enum Engine {
    MEMORY,
    ROCKSDB,
    ROCKSDB_FLUSHING_OFTEN;

    StorageConfig in(Path folder) {
      return switch (this) {
        case MEMORY -> new StorageConfig.Memory();
        case ROCKSDB -> StorageConfig.RocksDb.in(folder);
        case ROCKSDB_FLUSHING_OFTEN -> new StorageConfig.RocksDb(folder, 64 << 10, 0, false);
      };
    }
  }

  private final Engine engine;
  @TempDir private Path folder;
  private Storage storage;

  StorageTest(Engine engine) {
    this.engine = engine;
  }

  @BeforeEach
  void open() throws IOException {
    storage = engine.in(folder.resolve("data")).open();
  }

  @AfterEach
  void close() {
    storage.close();
  }

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
  void range_recordsAddedWhileReading_areSeenAsTheCursorComesToThemOrNot() {
    put("a", "b");
    try (RecordCursor cursor = storage.range(bytes("a"), null)) {
      assertThat(cursor.next()).isTrue();
      put("c");
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(bytes("b"));
      // memory shows the present, RocksDB what was there when the range began
      assertThat(cursor.next()).isEqualTo(engine == Engine.MEMORY);
    }
  }

  @Test
  void records_manyTimesTheFlushThreshold_areAllThere() {
    byte[] value = new byte[1000];
    for (int i = 0; i < 2000; i++) {
      storage.put(bytes(String.format(Locale.ROOT, "%05d", i)), value);
    }

    int seen = 0;
    try (RecordCursor cursor = storage.range(bytes("0"), null)) {
      while (cursor.next()) {
        assertThat(cursor.key()).isEqualTo(bytes(String.format(Locale.ROOT, "%05d", seen)));
        assertThat(cursor.value()).hasSize(1000);
        seen++;
      }
    }
    assertThat(seen).isEqualTo(2000);
    assertThat(storage.get(bytes("01234"))).hasSize(1000);
  }

  @Test
  void value_empty_isNotAbsent() {
    storage.put(bytes("a"), new byte[0]);

    assertThat(storage.get(bytes("a"))).isEmpty();
  }

  @Test
  void key_beforeTheFirstAndAfterTheLast_isRefused() {
    put("a");
    try (RecordCursor cursor = storage.range(bytes("a"), null)) {
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isFalse();
      assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
    }
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
