package dev.kvbench.scenario;

import dev.kvbench.scenario.PathTemplate.Slot;
import dev.kvbench.scenario.StepSpec.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the interface of a target: a preset, or operations one by one. */
final class ApiBinder {

  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,32}");
  private static final Pattern HEADER_VALUE = Pattern.compile("[!-~]([ -~]*[!-~])?");
  private static final int MAX_HEADER_LENGTH = 4096;

  /** Answers to these have no body, or are no HTTP any more. */
  private static final Set<String> UNUSABLE_METHODS = Set.of("HEAD", "CONNECT", "TRACE");

  /** kvbench says these itself. */
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "te",
          "trailer",
          "expect",
          "proxy-connection");

  /** A scenario's text is kept in every result. */
  private static final Set<String> CREDENTIALS =
      Set.of("authorization", "proxy-authorization", "cookie");

  /** An interface that has nothing. */
  private static final Api NOTHING = new Api(null, null, null, null);

  private ApiBinder() {}

  /** The presets by their words. */
  static Map<String, Api> presets() {
    Map<String, Api> words = new LinkedHashMap<>();
    words.put("course", Api.COURSE);
    words.put("path", Api.PATH);
    return words;
  }

  /** The interface that {@code top} describes: the course's where it says nothing. */
  static Api bind(Section top) {
    if (!(top.value("api") instanceof YamlNode.Mapping)) {
      return top.get("api", Api.COURSE, ApiBinder::preset);
    }
    Section section = top.child("api", Vocabulary.API);
    Api base = section.get("preset", NOTHING, Values.oneOf(presets()));
    List<Slot> key = List.of(Slot.KEY);
    return new Api(
        call(section, "put", base.put(), "PUT", List.of(200, 201, 204), List.of(), key),
        call(section, "get", base.get(), "GET", List.of(200), List.of(404), key),
        call(section, "delete", base.delete(), "DELETE", List.of(200, 202, 204), List.of(404), key),
        call(
            section,
            "range",
            base.range(),
            "GET",
            List.of(200),
            List.of(),
            List.of(Slot.START, Slot.END)));
  }

  /** Reports steps whose operation the target does not have, each at its own place. */
  static void checkSteps(Section top, Api api, Problems problems) {
    if (problems.concern("api") || !(top.value("steps") instanceof YamlNode.Sequence steps)) {
      return;
    }
    Map<String, Operation> operations = Words.of(Operation.values());
    for (YamlNode item : steps.items()) {
      StepForm form = StepForm.of(item).orElse(null);
      if (form == null) {
        continue;
      }
      Operation operation =
          form.operation().equals("fill") ? Operation.PUT : operations.get(form.operation());
      if (operation != null && api.call(operation) == null) {
        String word = operation.name().toLowerCase(Locale.ROOT);
        problems.add(
            form.place(),
            "api." + word,
            "the api has no '" + word + "', which " + form.operation() + " needs",
            "leave the step out, or say in 'api' how it is asked for:  "
                + word
                + ": { path: "
                + (operation == Operation.RANGE ? "\"/?from={start}\"" : "\"/{key}\"")
                + " }");
      }
    }
  }

  /** Reports an interface that the reference server does not have. */
  static void checkReference(Section top, Api api, TargetSpec target) {
    if (target instanceof TargetSpec.Reference && !api.equals(Api.COURSE) && top.isSound("api")) {
      top.report(
          top.placeOfKey("api"),
          "api",
          "the reference server has the api 'course' and no other",
          "leave 'api' out, or say in 'target' which server has it: url, or command");
    }
  }

  private static Api preset(YamlNode node) throws BadValueException {
    try {
      return Values.oneOf(presets()).parse(node);
    } catch (BadValueException e) {
      throw new BadValueException(
          e.message(), e.hint() + "; or say how:  { put: { path: \"/{key}\" } }");
    }
  }

  private static Api.@Nullable Call call(
      Section api,
      String operation,
      Api.@Nullable Call base,
      String method,
      List<Integer> right,
      List<Integer> miss,
      List<Slot> places) {
    if (!api.has(operation)) {
      return base;
    }
    Section section = api.child(operation, Vocabulary.API_CALL);
    if (base == null && section.isMissing("path")) {
      section.report(
          section.placeOf("path"),
          "path",
          section.pathOf("path") + " is missing: where the request goes",
          places.get(0) == Slot.KEY
              ? "add  path: \"/{key}\""
              : "add  path: \"/?start={start}&end={end}\"");
    }
    PathTemplate path =
        section.get(
            "path",
            base == null ? new PathTemplate(List.of("/"), List.of()) : base.path(),
            node -> PathTemplate.parse(Values.text(node, "write a path in quotes"), places));
    return new Api.Call(
        section.get("method", base == null ? method : base.method(), ApiBinder::method),
        path,
        section.has("headers")
            ? headers(section.child("headers", Vocabulary.HEADERS))
            : base == null ? Map.of() : base.headers(),
        section.get("right", base == null ? right : base.right(), node -> statuses(node, 1)),
        section.get("miss", base == null ? miss : base.miss(), node -> statuses(node, 0)),
        base != null && base.plainEntries() && !section.has("path"));
  }

  private static String method(YamlNode node) throws BadValueException {
    String hint = "write a method in capitals: GET, PUT, POST, DELETE";
    String method = Values.text(node, hint);
    if (!METHOD.matcher(method).matches()) {
      throw Values.bad(node, "a method", hint);
    }
    if (UNUSABLE_METHODS.contains(method)) {
      throw new BadValueException(method + " is no method that a load can be made of", hint);
    }
    return method;
  }

  private static Map<String, String> headers(Section section) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String key : section.present()) {
      String name = key.toLowerCase(Locale.ROOT);
      if (OWN_HEADERS.contains(name)) {
        section.report(
            section.placeOfKey(key),
            key,
            "the header '" + key + "' is kvbench's own to say",
            "leave it out");
      } else if (CREDENTIALS.contains(name)) {
        section.report(
            section.placeOfKey(key),
            key,
            "the header '" + key + "' is a credential, and a scenario is kept in its results",
            "load a server that does not ask for it");
      } else if (headers.containsKey(name)) {
        section.report(
            section.placeOfKey(key),
            key,
            "this header is here a second time",
            "small letters and capitals are the same in it; keep one of them");
      } else {
        headers.put(name, section.get(key, "", ApiBinder::headerValue));
      }
    }
    return headers;
  }

  private static String headerValue(YamlNode node) throws BadValueException {
    String hint = "write letters, digits and signs of ASCII, at most " + MAX_HEADER_LENGTH;
    String value = Values.text(node, hint);
    if (value.length() > MAX_HEADER_LENGTH || !HEADER_VALUE.matcher(value).matches()) {
      throw Values.bad(node, "the value of a header", hint);
    }
    return value;
  }

  private static List<Integer> statuses(YamlNode node, int least) throws BadValueException {
    Section.Parser<Long> status = Values.wholeNumber(200, 599);
    List<YamlNode> items =
        node instanceof YamlNode.Sequence list ? list.items() : List.<YamlNode>of(node);
    List<Integer> statuses = new ArrayList<>();
    for (YamlNode item : items) {
      int code = Math.toIntExact(status.parse(item));
      if (!statuses.contains(code)) {
        statuses.add(code);
      }
    }
    if (statuses.size() < least) {
      throw new BadValueException("has no status in it", "write one or several: [200, 204]");
    }
    return statuses;
  }
}
