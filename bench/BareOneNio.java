import java.io.IOException;
import one.nio.http.HttpServer;
import one.nio.http.HttpServerConfig;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.http.Response;
import one.nio.server.AcceptorConfig;

/** one-nio with nothing behind it: every request is answered with the same bytes. Arguments: port, bytes. */
public final class BareOneNio extends HttpServer {

  private final byte[] body;

  private BareOneNio(HttpServerConfig config, int bytes) throws IOException {
    super(config);
    body = new byte[bytes];
  }

  @Override
  public void handleRequest(Request request, HttpSession session) throws IOException {
    session.sendResponse(Response.ok(body));
  }

  public static void main(String[] arguments) throws IOException {
    AcceptorConfig acceptor = new AcceptorConfig();
    acceptor.address = "127.0.0.1";
    acceptor.port = Integer.parseInt(arguments[0]);
    HttpServerConfig config = new HttpServerConfig();
    config.acceptors = new AcceptorConfig[] {acceptor};
    config.selectors = 1;
    new BareOneNio(config, Integer.parseInt(arguments[1])).start();
  }
}
