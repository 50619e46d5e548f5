package dev.kvbench.scenario;

/** What a profile counts. */
public enum ProfileEvent {
  /** Processor time. */
  CPU("ns"),
  /** Memory that was allocated on the heap. */
  ALLOC("bytes"),
  /** Time spent waiting for locks that others held. */
  LOCK("ns");

  private final String unit;

  ProfileEvent(String unit) {
    this.unit = unit;
  }

  /** The unit of what is counted: {@code ns} or {@code bytes}. */
  public String unit() {
    return unit;
  }
}
