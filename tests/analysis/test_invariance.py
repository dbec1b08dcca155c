"""What harmless changes of a table do, found by fitting again, beside what methods declare."""

import inspect

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.analysis.invariance import CHANGED, MOST_ROWS, metamorphic
from catviz.base import EXACT, UP_TO_SCALE, CountsMethod
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

#: A method of each kind that gives something else or declares something else.
KINDS = {
    (m.cls.gives, m.cls.uses_target, m.cls.invariances["constant"]): m.cls for m in catviz.methods() if m.compares_rows
}


def unfitted(cls):
    given = {"n_clusters": 2, "random_state": 0, "n_init": 3}
    return cls(**{k: v for k, v in given.items() if k in inspect.signature(cls).parameters})


def random_table(n=60, sizes=(3, 4, 2, 5), seed=0, missing=0.1):
    """Columns that depend on one another, some cells missing."""
    return CategoricalTable.from_pandas(dependent_frame(n, sizes, seed, missing))


@pytest.mark.parametrize("cls", KINDS.values(), ids=lambda cls: cls.__name__)
def test_a_method_of_each_kind_keeps_what_it_declares(cls):
    table = random_table()
    result = metamorphic(unfitted(cls), table, np.where(np.arange(60) * 5 // 3 % 2, "yes", "no"))
    assert result["change"].tolist() == ["rename", "permute", "constant"]
    assert result["kept"].all()
    sentence = list(cls.invariances.values())
    assert result["declared"].tolist() == [text if text in (EXACT, UP_TO_SCALE) else CHANGED for text in sentence]
    assert result["why"].tolist() == [text if text not in (EXACT, UP_TO_SCALE) else "" for text in sentence]


def test_the_factor_of_a_constant_column_is_found():
    result = metamorphic(catviz.Gower(), random_table()).set_index("change")
    assert result.loc["constant", "found"] == UP_TO_SCALE
    assert result.loc["constant", "scale"] == pytest.approx(4 / 5)
    assert result.loc["rename", ["found", "scale"]].tolist() == [EXACT, 1.0]


class ByPlace(CountsMethod):
    """Declares what it does not keep: distances are sums of the places of values, which names decide."""

    def __init__(self, random_state=0):
        self.random_state = random_state

    def _learn(self, counts):
        tables = tuple(np.add.outer(np.arange(v), np.arange(v)) * (1.0 - np.eye(v)) for v in counts.codebook.n_values)
        return ValueDistances(counts.codebook, tables, counts.frequencies)


def three_values(*more):
    return CategoricalTable.from_pandas(pd.DataFrame({"a": ["x"] * 3 + ["y"] * 2 + ["z"] * 1, **dict(more)}))


def test_a_declaration_that_does_not_hold_is_found_with_its_number():
    result = metamorphic(ByPlace(), three_values()).set_index("change")
    # 0 + 1, 0 + 2, 1 + 2 become 2 + 1, 2 + 0, 1 + 0
    assert result.loc["rename", "found"] == CHANGED and not result.loc["rename", "kept"]
    assert result.loc["rename", "difference"] == pytest.approx(2 / 3)
    assert result.loc[["permute", "constant"], "kept"].all()
    assert result["why"].tolist() == ["", "", ""]


def test_where_values_are_interchangeable_chance_is_named():
    even = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xyzxyz")}))
    result = metamorphic(ByPlace(), even).set_index("change")
    assert "chance" in result.loc["rename", "why"] and result.loc["permute", "why"] == ""


def test_declared_orders_keep_their_sense():
    sizes = pd.DataFrame({"size": list("SMLSMS")})
    ordered = CategoricalTable.from_pandas(sizes, ordered={"size": ["S", "M", "L"]})
    assert metamorphic(ByPlace(), ordered)["kept"].all()
    assert not metamorphic(ByPlace(), CategoricalTable.from_pandas(sizes, numeric="category"))["kept"].all()


def test_of_a_long_table_a_sample_is_looked_at_with_its_groups():
    seen = []

    class Supervised(catviz.MVDM):
        def fit(self, X, y=None, sample_weight=None):
            frame = X.to_pandas()
            seen.append((len(X), [str(v) for v in y] == [str(v) for v in frame.iloc[:, 1]], frame.shape[1]))
            return super().fit(X, y, sample_weight)

    table = random_table(MOST_ROWS + 500, (4, 2), missing=0)
    y = table.to_pandas()["a1"].astype(object).to_numpy()
    result = metamorphic(Supervised(), table, y)
    assert result["kept"].all()
    assert [n for n, _, _ in seen] == [MOST_ROWS] * 4
    # the second fit sees other names, the others the groups of their own rows
    assert [same for _, same, _ in seen] == [True, False, True, True]
    assert [d for _, _, d in seen] == [2, 2, 2, 3]


def test_the_same_seed_tells_the_same():
    table = random_table(MOST_ROWS + 100)
    pd.testing.assert_frame_equal(metamorphic(catviz.COD(), table), metamorphic(catviz.COD(), table))


def test_the_method_given_is_left_unfitted():
    method = catviz.AhmadDey()
    metamorphic(method, random_table())
    assert not hasattr(method, "geometry_")


def test_a_callback_that_returns_true_stops():
    shares = []

    def once(share):
        shares.append(share)
        return True

    result = metamorphic(catviz.AhmadDey(), random_table(), callback=once)
    assert result["change"].tolist() == ["rename"] and shares == [pytest.approx(1 / 3)]


def test_what_has_no_distances_is_refused():
    with pytest.raises(ValueError, match="KModes learns no distances"):
        metamorphic(catviz.KModes(), random_table())


def test_a_column_named_constant_is_no_trouble():
    assert metamorphic(catviz.AhmadDey(), three_values(("constant", list("uvuvuv")), ("constant_", list("uuvvuu"))))[
        "kept"
    ].all()
