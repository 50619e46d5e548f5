"""What the comparison found, as Markdown: the bars with their figures, and every single run."""

COLUMNS = ("kvbench", "oha, random keys", "oha, one URL", "wrk")


def micros(value):
    """Microseconds, in the unit that reads best."""
    if value < 10:
        return f"{value:.1f} µs"
    return f"{value:.0f} µs" if value < 1000 else f"{value / 1000:.2f} ms"


def per_second(value):
    return f"{value:,.0f}/s"


def plain(digits):
    return lambda value: f"{value:,.{digits}f}"


class Bar:
    """A figure of kvbench's, what it must be, and what the others came to.

    Bars that speak of oha are held to the better of its two ways of being called, so that neither the time
    it takes to make random URLs nor that of a URL that never changes decides for kvbench.
    """

    def __init__(self, name, found, key, unit, of_oha=None, most=None, at_least_oha=False):
        self.name = name
        self._values = {tool: figures[key] for tool, figures in found.items() if figures.get(key) is not None}
        self._unit = unit
        self._of_oha = of_oha
        self._most = most
        self._at_least_oha = at_least_oha

    def _ohas(self):
        return {tool: value for tool, value in self._values.items() if tool.startswith("oha")}

    def _limit(self, oha):
        return oha if self._at_least_oha else oha * self._of_oha

    def _reaches(self, oha):
        mine = self._values["kvbench"]
        return mine >= self._limit(oha) if self._at_least_oha else mine <= self._limit(oha)

    def rule(self):
        """What the bar is, in words and with its figure where there is one."""
        if self._most is not None:
            return f"≤ {self._unit(self._most)}"
        if self._of_oha is None and not self._at_least_oha:
            return "–"
        words = "≥ oha's" if self._at_least_oha else f"≤ {self._of_oha:g} × oha's"
        ohas = self._ohas().values()
        if not ohas:
            return words
        best = max(ohas) if self._at_least_oha else min(ohas)
        return f"{words}: {self._unit(self._limit(best))}"

    def verdict(self):
        """Whether the bar is reached; where one of oha's two ways alone decides, which."""
        if "kvbench" not in self._values:
            return "not measured"
        if self._most is not None:
            return "yes" if self._values["kvbench"] <= self._most else "**no**"
        if self._of_oha is None and not self._at_least_oha:
            return "–"
        reached = {tool: self._reaches(value) for tool, value in self._ohas().items()}
        if not reached:
            return "no oha"
        if all(reached.values()):
            return "yes"
        against = [tool.removeprefix("oha, ") for tool, is_reached in reached.items() if is_reached]
        return f"**no**; against {against[0]} yes" if against else "**no**"

    def row(self):
        cells = [self._unit(self._values[tool]) if tool in self._values else "" for tool in COLUMNS]
        return "| " + " | ".join([self.name, self.rule()] + cells + [self.verdict()]) + " |"


class Line:
    """One run of one tool."""

    def __init__(self, part, tool, figures):
        self.part = part
        self.tool = tool
        self._figures = figures

    def text(self):
        figures = self._figures
        said = []
        if "asked" in figures:
            said.append(f"asked {per_second(figures['asked'])} {'held' if figures['held'] else 'NOT held'}")
        said.append(f"made {per_second(figures['rate'])}")
        for key, name in (("p50", "p50"), ("p99", "p99"), ("p999", "p99.9"), ("lag99", "lag p99"), ("cpu", "cpu/request")):
            if figures.get(key) is not None:
                said.append(f"{name} {micros(figures[key])}")
        if figures.get("errors"):
            said.append(f"{figures['errors']:,} without a right answer")
        if "peak" in figures:
            said.append(f"peak {figures['peak'] / 1e6:.0f} MB")
        if "warmup" in figures:
            said.append(f"warm-up {figures['warmup']:.0f} s")
        if "collections" in figures:
            said.append(f"{figures['collections']:.2f} collections/s")
            said.append(f"{figures['allocated']:,.0f} B/request, pauses {figures['pause_median'] / 1000:.1f} to {figures['pause_max'] / 1000:.1f} ms")
        if "live_by_minute" in figures:
            said.append("live MB by the minute " + " ".join(map(str, figures["live_by_minute"])))
        said.append(f"steal {figures['stolen']:.2%}")
        said.append(f"others {figures['others']:.2f} cores")
        if figures.get("verdict"):
            said.append(figures["verdict"])
        return f"{self.part}: {self.tool}: " + ", ".join(said)


def markdown(about, bars, lines):
    """The whole document, headings left to whoever includes it."""
    out = [f"- {what}: {value}" for what, value in about]
    out += ["", "| figure | bar | " + " | ".join(COLUMNS) + " | reached |", "|---" * (len(COLUMNS) + 3) + "|"]
    out += [bar.row() for bar in bars]
    out += ["", "Every run:", "", "```"] + [line.text() for line in lines] + ["```", ""]
    return "\n".join(out)
