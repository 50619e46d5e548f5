package dev.kvbench.scenario;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** Makes the target of a scenario. */
final class TargetBinder {

  private static final String URL_HINT =
      "write scheme, host and port and nothing else: http://127.0.0.1:8080";
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final RouteBinder routes;
  private final CommandBinder commands;

  TargetBinder(ReferencedFiles files) {
    this.routes = new RouteBinder(files);
    this.commands = new CommandBinder(routes, files);
  }

  /** The target that the section describes: the reference server when it says nothing. */
  TargetSpec bind(Section section) {
    if (section.has("command")) {
      return commands.bind(section);
    }
    CommandBinder.refuse(section);
    section.get("server", "reference", Values.oneOf(Map.of("reference", "reference")));
    TargetSpec.Reference reference = ReferenceBinder.bind(section);
    if (!section.has("url")) {
      routes.refuse(section, "the reference server speaks");
      if (section.has("pid")) {
        section.report(
            section.placeOfKey("pid"),
            "pid",
            "the process of a server that kvbench starts is known; 'pid' is for one that runs",
            "leave 'pid' out, or name the server:  url: http://127.0.0.1:8080");
      }
      return reference;
    }
    List<String> others = ReferenceBinder.KEYS.stream().filter(section::has).toList();
    if (!others.isEmpty()) {
      Place place = section.placeOfKey("url");
      section.report(
          place,
          "url",
          "a target with 'url' is not started by kvbench, so it cannot have "
              + String.join(", ", others),
          place.source().order() > 0
              ? "to replace the whole target, write target={url: http://127.0.0.1:8080}"
              : "leave 'url' out to have the reference server started, or leave out "
                  + String.join(", ", others));
    }
    URI url = section.get("url", URI.create("http://127.0.0.1:80"), TargetBinder::url);
    return new TargetSpec.Url(url, routes.bind(section, url), pid(section));
  }

  private static OptionalLong pid(Section section) {
    return section.has("pid")
        ? OptionalLong.of(section.get("pid", 1L, Values.wholeNumber(1, Integer.MAX_VALUE)))
        : OptionalLong.empty();
  }

  private static URI url(YamlNode node) throws BadValueException {
    String text = Values.text(node, URL_HINT);
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw Values.bad(node, "a URL", URL_HINT);
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw Values.bad(node, "a URL that begins with http:// or https://", URL_HINT);
    }
    if (uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') >= 0) {
      throw new BadValueException("has a user or password in it", URL_HINT);
    }
    String host = uri.getHost();
    if (host == null || host.indexOf('%') >= 0) {
      throw Values.bad(node, "a URL with a host and a port", URL_HINT);
    }
    String path = String.valueOf(uri.getRawPath());
    if ((!path.isEmpty() && !path.equals("/"))
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      throw new BadValueException("has more than scheme, host and port", URL_HINT);
    }
    int usual = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
    int port = uri.getPort() == -1 ? usual : uri.getPort();
    if (port < 1 || port > 65_535) {
      throw new BadValueException("has a port that is none", "ports go from 1 to 65535");
    }
    return URI.create(scheme + "://" + host.toLowerCase(Locale.ROOT) + ":" + port);
  }
}
