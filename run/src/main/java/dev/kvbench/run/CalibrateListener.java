package dev.kvbench.run;

/** Is told how a calibration goes; by itself it does nothing with that. */
public interface CalibrateListener {

  /** Something else is measured from now on, for about so many seconds. */
  default void began(String what, double seconds) {}

  /** A rate was tried. */
  default void tried(double ratePerSecond, boolean kept, String why) {}
}
