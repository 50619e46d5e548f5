package dev.kvbench.run;

import dev.kvbench.scenario.Route;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;

/** Whether a target is on the machine that kvbench runs on. */
final class Locality {

  private Locality() {}

  static boolean isThisMachine(URI url, Route route) {
    if (route.unixSocket() != null) {
      return true;
    }
    try {
      InetAddress address = InetAddress.getByName(url.getHost());
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
  }
}
