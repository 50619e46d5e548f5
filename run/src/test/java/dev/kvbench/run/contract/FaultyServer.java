package dev.kvbench.run.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A small server that keeps the contract but for one {@link Fault}, over real sockets, with a
 * thread for each connection. Written apart from the reference server, so that the rules are held
 * against two.
 */
final class FaultyServer implements AutoCloseable {

  private static final int MOST_HEAD_BYTES = 8 * 1024;
  private static final String REFUSED = "\u0000";

  private final @Nullable Fault fault;
  private final ServerSocket listener;
  private final Thread accepting;
  private final ConcurrentSkipListMap<String, String> records;
  private final Comparator<String> order;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  /** A server with this fault; with none where it is null. */
  FaultyServer(@Nullable Fault fault) throws IOException {
    this.fault = fault;
    this.order =
        fault == Fault.ORDER_IS_SIGNED
            ? FaultyServer::compareSigned
            : fault == Fault.ORDER_IS_OF_UTF16
                ? Comparator.comparing(FaultyServer::text).thenComparing(Comparator.naturalOrder())
                : Comparator.naturalOrder();
    this.records = new ConcurrentSkipListMap<>(order);
    this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    this.accepting = daemon(this::accept);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** The keys that it holds, each byte a character. */
  Set<String> keys() {
    return records.keySet();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    try {
      // The port is only free when the thread that accepts has come out of it.
      accepting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        Thread unused = daemon(() -> converse(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean goesOn = true;
      while (goesOn) {
        goesOn = serve(socket, in);
      }
    } catch (IOException e) {
      // The other side went away, or the test is over.
    } finally {
      sockets.remove(socket);
    }
  }

  /** Returns whether the connection goes on. */
  private boolean serve(Socket socket, InputStream in) throws IOException {
    if (fault == Fault.WANTS_REQUESTS_WHOLE && !isWhole(in)) {
      send(socket, answer(400, "", true));
      return false;
    }
    String head = head(in);
    if (head.isEmpty()) {
      return false;
    }
    String[] line = head.substring(0, head.indexOf("\r\n")).split(" ", -1);
    if (head.equals(REFUSED + "\r\n")) {
      if (fault == Fault.HUGE_KEY_ENDS_THE_SERVER) {
        close();
      }
      send(socket, answer(fault == Fault.HUGE_KEY_IS_500 ? 500 : 414, "", true));
      // Closed with bytes unread, a socket resets, and the answer may be lost.
      in.transferTo(OutputStream.nullOutputStream());
      return false;
    }
    if (line.length != 3) {
      send(socket, answer(fault == Fault.MALFORMED_IS_200 ? 200 : 400, "", true));
      return false;
    }
    String body = new String(in.readNBytes(length(head)), ISO_8859_1);
    if (fault == Fault.FORGETS_PIPELINED_REQUESTS) {
      in.skipNBytes(in.available());
    }
    String answer = answer(line[0], line[1], body);
    boolean range = line[1].startsWith("/v0/entities");
    if (range && fault == Fault.ANSWERS_RANGES_TWICE) {
      answer += answer(200, "", false);
    }
    if (fault == Fault.LONG_RANGE_STALLS && range && answer.length() > 100_000) {
      send(socket, answer.substring(0, 100_000));
      return in.read() >= 0;
    }
    send(socket, answer);
    return !(range && fault == Fault.CLOSES_AFTER_RANGES)
        && fault != Fault.CLOSES_AFTER_EVERY_ANSWER
        && fault != Fault.SAYS_CLOSE_AND_CLOSES;
  }

  private String answer(String method, String target, String body) {
    int query = (target + "?").indexOf('?');
    String path = target.substring(0, query);
    String parameters = target.substring(Math.min(target.length(), query + 1));
    boolean get = method.equals("GET");
    String answer =
        switch (path) {
          case "/v0/status" ->
              answer(
                  get && fault == Fault.STATUS_IS_404
                      ? 404
                      : get || fault == Fault.STATUS_TAKES_ANY_METHOD ? 200 : 405);
          case "/v0/entity" -> entity(method, parameters, body);
          case "/v0/entities" ->
              get ? range(parameters) : answer(fault == Fault.RANGE_TAKES_ANY_METHOD ? 200 : 405);
          default -> answer(fault == Fault.UNKNOWN_PATH_IS_404 ? 404 : 400);
        };
    return method.equals("HEAD") && fault == Fault.ANSWERS_HEAD_WITH_A_BODY
        ? answer(200, "a body", false)
        : answer;
  }

  private String entity(String method, String parameters, String body) {
    String key = parameter(parameters, "id");
    if (!List.of("GET", "PUT", "DELETE").contains(method)) {
      return answer(fault == Fault.ENTITY_TAKES_ANY_METHOD ? 200 : 405);
    }
    if (key == null) {
      return answer(fault == Fault.ID_MISSING_IS_500 ? 500 : 400);
    }
    if (key.isEmpty()) {
      return answer(fault == Fault.ID_EMPTY_IS_404 ? 404 : 400);
    }
    if (key.equals(REFUSED)) {
      return answer(fault == Fault.BROKEN_ESCAPE_IS_500 ? 500 : 400);
    }
    if (fault == Fault.LONG_KEYS_ARE_REFUSED && key.length() > 500) {
      return answer(400);
    }
    return switch (method) {
      case "GET" -> get(key);
      case "PUT" -> put(key, body);
      default -> delete(key);
    };
  }

  private String get(String key) {
    String value = records.get(key);
    if (value == null) {
      return answer(fault == Fault.ABSENT_IS_200 ? 200 : 404);
    }
    return answer(200, value + (fault == Fault.GET_ADDS_A_BYTE ? "!" : ""), false);
  }

  private String put(String key, String body) {
    if (body.isEmpty() && fault == Fault.EMPTY_VALUE_IS_REFUSED) {
      return answer(400);
    }
    String value = body;
    if (fault == Fault.VALUES_ARE_TEXT) {
      value = Bytes.utf8(text(body));
    } else if (fault == Fault.VALUES_ARE_CUT) {
      value = body.substring(0, Math.min(body.length(), 1 << 16));
    }
    if (fault == Fault.FIRST_VALUE_STAYS) {
      records.putIfAbsent(key, value);
    } else {
      records.put(key, value);
    }
    return answer(fault == Fault.PUT_IS_200 ? 200 : 201);
  }

  private String delete(String key) {
    boolean absent = !records.containsKey(key);
    if (fault != Fault.DELETE_DOES_NOTHING) {
      records.remove(key);
    }
    return answer(
        fault == Fault.DELETE_IS_200
            ? 200
            : absent && fault == Fault.DELETE_ABSENT_IS_404 ? 404 : 202);
  }

  private String range(String parameters) {
    String start = parameter(parameters, "start");
    String end = parameter(parameters, "end");
    if (start == null || start.isEmpty()) {
      return answer(fault == Fault.START_MISSING_IS_200 ? 200 : 400);
    }
    if (end == null && fault == Fault.END_IS_REQUIRED) {
      return answer(400);
    }
    if (end != null && order.compare(start, end) > 0) {
      return answer(fault == Fault.START_ABOVE_END_IS_200 ? 200 : 400);
    }
    if (fault == Fault.BOUNDS_MUST_BE_KEYS && !records.containsKey(start)) {
      return answer(404);
    }
    SortedMap<String, String> part =
        end == null
            ? records.tailMap(start, fault != Fault.START_IS_EXCLUSIVE)
            : start.equals(end) && fault != Fault.END_IS_INCLUSIVE
                ? new ConcurrentSkipListMap<>()
                : records.subMap(
                    start, fault != Fault.START_IS_EXCLUSIVE, end, fault == Fault.END_IS_INCLUSIVE);
    if (part.isEmpty() && fault == Fault.EMPTY_RANGE_IS_404) {
      return answer(404);
    }
    List<String> chunks = new ArrayList<>();
    part.forEach(
        (key, value) ->
            chunks.add(
                key
                    + "\n"
                    + (fault == Fault.RANGE_VALUES_ARE_LINES
                        ? value.lines().findFirst().orElse("")
                        : value)));
    String all = String.join("", chunks);
    if (fault == Fault.RANGE_IS_NOT_CHUNKED) {
      return answer(200, all, false);
    }
    return chunked(fault == Fault.RECORDS_SHARE_CHUNKS && !all.isEmpty() ? List.of(all) : chunks);
  }

  private String chunked(List<String> chunks) {
    StringBuilder out = new StringBuilder(statusLine(200)).append("Transfer-Encoding: chunked\r\n");
    out.append(connection(false)).append("\r\n");
    for (String chunk : chunks) {
      String size = Integer.toHexString(chunk.length());
      out.append(fault == Fault.CHUNK_SIZES_ARE_UPPER_CASE ? size.toUpperCase(Locale.ROOT) : size)
          .append("\r\n")
          .append(chunk)
          .append("\r\n");
    }
    return out.append("0\r\n\r\n").toString();
  }

  private String answer(int status) {
    return answer(status, "", false);
  }

  private String answer(int status, String body, boolean close) {
    return statusLine(status)
        + connection(close)
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private String connection(boolean close) {
    return close || fault == Fault.SAYS_CLOSE_AND_CLOSES ? "Connection: close\r\n" : "";
  }

  private String statusLine(int status) {
    return "HTTP/1.1 " + status + (fault == Fault.HAS_NO_REASON_PHRASES ? "" : " Said") + "\r\n";
  }

  /** The value of a parameter; {@link #REFUSED} where its encoding is broken. */
  private @Nullable String parameter(String parameters, String name) {
    boolean early = fault == Fault.KEYS_ARE_SPLIT_AFTER_DECODING;
    for (String pair : (early ? decoded(parameters) : parameters).split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        String value = pair.substring(name.length() + 1);
        return early || fault == Fault.KEYS_ARE_NOT_DECODED ? value : decoded(value);
      }
    }
    return null;
  }

  private String decoded(String encoded) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < encoded.length(); i++) {
      if (encoded.charAt(i) != '%') {
        out.append(encoded.charAt(i));
        continue;
      }
      if (!encoded.substring(i).matches("(?s)%[0-9A-Fa-f]{2}.*")) {
        return REFUSED;
      }
      out.append((char) Integer.parseInt(encoded.substring(i + 1, i + 3), 16));
      i += 2;
    }
    String key = out.toString();
    if (fault == Fault.KEYS_ARE_ASCII) {
      return key.replaceAll("[^\\x00-\\x7f]", "?");
    }
    if (fault == Fault.KEYS_ARE_UTF8) {
      return Bytes.utf8(text(key));
    }
    return fault == Fault.KEYS_ARE_CUT ? key.substring(0, Math.min(key.length(), 200)) : key;
  }

  private static String text(String bytes) {
    return new String(bytes.getBytes(ISO_8859_1), UTF_8);
  }

  private static int compareSigned(String a, String b) {
    return Arrays.compare(a.getBytes(ISO_8859_1), b.getBytes(ISO_8859_1));
  }

  /** Whether all of a head is there when its first byte is. */
  private static boolean isWhole(InputStream in) throws IOException {
    in.mark(MOST_HEAD_BYTES);
    if (in.read() < 0) {
      return true;
    }
    in.reset();
    in.mark(MOST_HEAD_BYTES);
    String there = new String(in.readNBytes(Math.min(in.available(), MOST_HEAD_BYTES)), ISO_8859_1);
    in.reset();
    return there.length() == MOST_HEAD_BYTES || there.contains("\r\n\r\n");
  }

  /** A head with its last line end; {@link #REFUSED} for one too long, nothing at the end. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n", Math.max(0, head.length() - 4)) < 0) {
      int b = in.read();
      if (b < 0) {
        return "";
      }
      head.append((char) b);
      if (head.length() > MOST_HEAD_BYTES) {
        return REFUSED + "\r\n";
      }
    }
    return head.toString();
  }

  private static int length(String head) {
    String lower = head.toLowerCase(Locale.ROOT);
    int at = lower.indexOf("content-length:");
    return at < 0
        ? 0
        : Integer.parseInt(lower.substring(at + 15, lower.indexOf("\r\n", at)).strip());
  }

  private static void send(Socket socket, String answer) throws IOException {
    socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "faulty-server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
