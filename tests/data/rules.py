"""The data sets that follow from a rule, made anew: each function gives (header, rows), the class last."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

Table = tuple[list[str], list[tuple[str, ...]]]


def balance_scale() -> Table:
    """625 loadings of a beam: the side with the larger weight times distance goes down."""

    def judge(left_weight, left_distance, right_weight, right_distance):
        torque = int(left_weight) * int(left_distance) - int(right_weight) * int(right_distance)
        return "left" if torque > 0 else "right" if torque < 0 else "balanced"

    names = ("left_weight", "left_distance", "right_weight", "right_distance")
    return _judged({name: ("1", "2", "3", "4", "5") for name in names}, judge)


def tic_tac_toe() -> Table:
    """958 boards on which a game that x began can end; positive where x has won."""
    columns = [f"{row}_{column}" for row in ("top", "middle", "bottom") for column in ("left", "middle", "right")]
    final, seen = {}, set()

    def play(board: str, player: str, other: str) -> None:
        if board in seen:
            return
        seen.add(board)
        if _line(board, other) or "b" not in board:
            final[board] = "positive" if _line(board, "x") else "negative"
            return
        for i in range(9):
            if board[i] == "b":
                play(board[:i] + player + board[i + 1 :], other, player)

    play("b" * 9, "x", "o")
    return [*columns, "class"], [(*board, label) for board, label in final.items()]


def monks1() -> Table:
    """432 robots: head and body of the same shape, or a red jacket."""
    return _judged(_ROBOT, lambda head, body, smiling, holding, jacket, tie: _bit(head == body or jacket == "red"))


def monks2() -> Table:
    """432 robots: exactly two columns have their first value."""
    first = [values[0] for values in _ROBOT.values()]
    return _judged(_ROBOT, lambda *robot: _bit(sum(a == b for a, b in zip(robot, first, strict=True)) == 2))


def monks3() -> Table:
    """432 robots, without noise: a green jacket and a sword, or neither a blue jacket nor an octagonal body."""
    return _judged(
        _ROBOT,
        lambda head, body, smiling, holding, jacket, tie: _bit(
            (jacket == "green" and holding == "sword") or (jacket != "blue" and body != "octagon")
        ),
    )


def balloons() -> Table:
    """Stretched by an adult; those rows twice."""
    return _balloons(lambda b: b["act"] == "STRETCH" and b["age"] == "ADULT", {"act": "STRETCH", "age": "ADULT"})


def balloons_adult_or_stretch() -> Table:
    """Stretched or by an adult; the rows that are neither twice."""
    return _balloons(lambda b: b["act"] == "STRETCH" or b["age"] == "ADULT", {"act": "DIP", "age": "CHILD"})


def balloons_yellow_small() -> Table:
    """Yellow and small; those rows twice."""
    return _balloons(lambda b: b["color"] == "YELLOW" and b["size"] == "SMALL", {"color": "YELLOW", "size": "SMALL"})


def balloons_yellow_small_adult_stretch() -> Table:
    """Yellow and small, or stretched by an adult; every row once."""
    return _balloons(
        lambda b: (b["color"] == "YELLOW" and b["size"] == "SMALL") or (b["act"] == "STRETCH" and b["age"] == "ADULT")
    )


def nursery() -> Table:
    """12960 applications, judged by a hierarchy of rule tables."""
    factors = {
        "parents": ("usual", "pretentious", "great_pret"),
        "has_nurs": ("proper", "less_proper", "improper", "critical", "very_crit"),
        "form": ("complete", "completed", "incomplete", "foster"),
        "children": ("1", "2", "3", "more"),
        "housing": ("convenient", "less_conv", "critical"),
        "finance": ("convenient", "inconv"),
        "social": ("nonprob", "slightly_prob", "problematic"),
        "health": ("recommended", "priority", "not_recom"),
    }
    employ = _lookup("011231123322333", 3, 5)
    structure = _lookup("0122112212222222", 4, 4)
    struct_finan = _lookup("011111111122122222", 3, 3, 2)
    soc_health = _lookup("012012112", 3, 3)
    outcome = _lookup("130230330230230330330330340330340440", 4, 3, 3)
    labels = ("not_recom", "recommend", "very_recom", "priority", "spec_prior")

    def judge(parents, has_nurs, form, children, housing, finance, social, health):
        home = struct_finan[structure[form, children], housing, finance]
        return labels[outcome[employ[parents, has_nurs], home, soc_health[social, health]]]

    return _judged_by_place(factors, judge)


def car() -> Table:
    """1728 cars, judged by a hierarchy of rule tables."""
    cost = ("vhigh", "high", "med", "low")
    factors = {
        "buying": cost,
        "maint": cost,
        "doors": ("2", "3", "4", "5more"),
        "persons": ("2", "4", "more"),
        "lug_boot": ("small", "med", "big"),
        "safety": ("low", "med", "high"),
    }
    price = _lookup("0011011111231233", 4, 4)
    comfort = _lookup("000112012000112122000122122000122122", 4, 3, 3)
    outcome = _lookup("000000000000001011000011013000012023", 4, 3, 3)
    labels = ("unacc", "acc", "good", "vgood")

    def judge(buying, maint, doors, persons, lug_boot, safety):
        return labels[outcome[price[buying, maint], comfort[doors, persons, lug_boot], safety]]

    return _judged_by_place(factors, judge)


#: Data set name -> the function that makes it.
RULES: dict[str, Callable[[], Table]] = {
    rule.__name__: rule
    for rule in (
        balance_scale,
        tic_tac_toe,
        monks1,
        monks2,
        monks3,
        balloons,
        balloons_adult_or_stretch,
        balloons_yellow_small,
        balloons_yellow_small_adult_stretch,
        nursery,
        car,
    )
}

_ROBOT = {
    "head_shape": ("round", "square", "octagon"),
    "body_shape": ("round", "square", "octagon"),
    "is_smiling": ("yes", "no"),
    "holding": ("sword", "balloon", "flag"),
    "jacket_color": ("red", "yellow", "green", "blue"),
    "has_tie": ("yes", "no"),
}

_BALLOON = {
    "color": ("YELLOW", "PURPLE"),
    "size": ("SMALL", "LARGE"),
    "act": ("STRETCH", "DIP"),
    "age": ("ADULT", "CHILD"),
}

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _judged(factors: dict[str, tuple[str, ...]], judge: Callable[..., str]) -> Table:
    """Every combination of values with the class that ``judge`` gives it."""
    return [*factors, "class"], [(*values, judge(*values)) for values in product(*factors.values())]


def _judged_by_place(factors: dict[str, tuple[str, ...]], judge: Callable[..., str]) -> Table:
    """As `_judged`, but ``judge`` takes each value's place among those of its factor."""
    places = product(*(range(len(values)) for values in factors.values()))
    rows = zip(product(*factors.values()), places, strict=True)
    return [*factors, "class"], [(*values, judge(*place)) for values, place in rows]


def _lookup(digits: str, *sizes: int) -> dict[tuple[int, ...], int]:
    """A rule table: the digits in order of the arguments, last argument fastest."""
    places: Iterable[tuple[int, ...]] = product(*map(range, sizes))
    return dict(zip(places, map(int, digits), strict=True))


def _balloons(inflated: Callable[[dict[str, str]], bool], twice: dict[str, str] | None = None) -> Table:
    def rows() -> Iterator[tuple[str, ...]]:
        for values in product(*_BALLOON.values()):
            balloon = dict(zip(_BALLOON, values, strict=True))
            row = (*values, "T" if inflated(balloon) else "F")
            yield row
            if twice and twice.items() <= balloon.items():
                yield row

    return [*_BALLOON, "class"], list(rows())


def _line(board: str, player: str) -> bool:
    return any(all(board[i] == player for i in line) for line in _LINES)


def _bit(true: bool) -> str:
    return "1" if true else "0"
