"""What came of kills, a row a place."""

import dataclasses
import statistics
import sys


@dataclasses.dataclass
class Row:
    place: str
    kills: int = 0
    at_place: int = 0
    gaps: list = dataclasses.field(default_factory=list)


class Table:
    """The names of a place's scripts begin with its name."""

    def __init__(self, ledger, gap="gap"):
        self._ledger = ledger
        self._gap = gap
        self.rows = {}

    def note(self, place, gap, is_at_place=True):
        row = self.rows.setdefault(place, Row(place))
        row.kills += 1
        row.at_place += is_at_place
        row.gaps.append(gap)

    def print(self):
        ledger = self._ledger
        print(f"{'place':22} kills  there  accepted  kept  resent  anew  lost  twice  "
              f"{self._gap}: median, most")
        for row in self.rows.values():
            def count(names, place=row.place):
                return sum(1 for name in names if name.startswith(place))

            print(f"{row.place:22} {row.kills:5}  {row.at_place:5}  {count(ledger.accepted):8}  "
                  f"{count(ledger.kept):4}  {count(ledger.sent_again):6}  "
                  f"{count(ledger.begun_anew()):4}  {count(ledger.lost()):4}  "
                  f"{count(ledger.twice()):5}  {statistics.median(row.gaps):.2f} s, "
                  f"{max(row.gaps):.2f} s")
        for name in ledger.lost():
            print(f"lost: {name}")
        for name in ledger.twice():
            print(f"twice: {name}, started in {sorted(ledger.started.get(name, []))}, "
                  f"over in {sorted(ledger.over.get(name, []))}")
        for error in sorted(set(ledger.refused)):
            print(f"refused: {error}")
        sys.stdout.flush()

    def is_wrong(self):
        ledger = self._ledger
        return bool(ledger.lost() or ledger.twice() or ledger.refused or not ledger.kept)

    def longest_gap(self, places):
        return max((max(row.gaps) for row in self.rows.values() if row.place in places), default=0)
