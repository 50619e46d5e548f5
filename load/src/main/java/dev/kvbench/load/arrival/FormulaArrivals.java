package dev.kvbench.load.arrival;

/** Goes through the arrivals of a formula, from the first. */
final class FormulaArrivals implements ArrivalCursor {

  private final ArrivalFormula formula;
  private long index;

  FormulaArrivals(ArrivalFormula formula) {
    this.formula = formula;
  }

  @Override
  public long next() {
    return formula.dueNanos(index++);
  }
}
