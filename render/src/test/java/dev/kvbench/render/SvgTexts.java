package dev.kvbench.render;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The texts of a drawing and the room that they take, by a wide font's measure. */
final class SvgTexts {

  /** A text's box. */
  record Placed(String text, double left, double top, double right, double bottom) {
    boolean meets(Placed other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }

  private SvgTexts() {}

  /** Parses {@code svg} with the JDK's parser, which takes only what is well-formed. */
  static Document parse(String svg) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + e.getMessage() + "\n" + svg, e);
    }
  }

  /** Returns where all texts lie. */
  static List<Placed> of(Document svg) {
    List<Placed> texts = new ArrayList<>();
    NodeList elements = svg.getElementsByTagName("text");
    for (int i = 0; i < elements.getLength(); i++) {
      Element element = (Element) elements.item(i);
      String text = element.getTextContent();
      String style = element.getAttribute("class");
      double size = style.equals("title") ? 15 : style.equals("name") ? 12 : 11;
      double width = text.codePointCount(0, text.length()) * size * 0.55;
      double x = Double.parseDouble(element.getAttribute("x"));
      double left =
          switch (element.getAttribute("text-anchor")) {
            case "middle" -> x - width / 2;
            case "end" -> x - width;
            default -> x;
          };
      double y = Double.parseDouble(element.getAttribute("y"));
      texts.add(new Placed(text, left, y - size * 0.75, left + width, y + size * 0.1));
    }
    return texts;
  }
}
