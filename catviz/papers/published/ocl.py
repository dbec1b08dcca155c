"""Zhang, Zhao, Jia & Cheung 2024: Order Is All You Need for Categorical Data Clustering."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from catviz.papers.prepared import CODED, COMPLETE, MET
from catviz.papers.published.layout import Protocol, PublishedTable, Reading, Run, read_cells, sizes, without_ranks
from catviz.registry import references

SOURCE = references.OCL

DATASETS = {
    "SB": "soybean_small",
    "NS": "nursery",
    "AP": "amphibians",
    "DS": "acute_inflammations",
    "CS": "caesarian",
    "HR": "hayes_roth",
    "ZO": "zoo",
    "BC": "breast_cancer_ljubljana",
    "LG": "lymphography",
    "TT": "tic_tac_toe",
    "AC": "australian",
    "VT": "voting",
}

_K_MODES: dict[str, Any] = {"model": "KModes", "model_parameters": {"update": "mode", "n_init": 1}}
_REFERENCE = {"mode": "reference", "n_init": 1}

METHODS = {
    "KMD": Run("Hamming", **_K_MODES),
    "LSM": Run("Lin", **_K_MODES),
    "JDM": Run("JiaDistance", **_K_MODES),
    "CBDM": Run("DILCA", **_K_MODES),
    "UDMC": Run("UDM", **_K_MODES),
    "DLC": Run("DLC"),
    "H2H": Run("HARR", "k-means"),
    "HDC": Run("HD", parameters={"orders": "none"}, **_K_MODES),
    "ADC": Run("ADC"),
    "OCL": Run("OCL", parameters=_REFERENCE),
}

VARIANTS = {
    "OCL": METHODS["OCL"],
    "OCLI": Run("OCL", parameters=_REFERENCE | {"variant": "I"}),
    "OCLII": Run("OCL", parameters=_REFERENCE | {"variant": "II"}),
    "OCLIII": Run("OCL", parameters=_REFERENCE | {"variant": "III"}),
}

LEARNED = {
    "OCL": METHODS["OCL"],
    "LNRO": Run("OCL", parameters=_REFERENCE | {"learn": "nominal"}),
    "RNRO": Run("OCL", parameters=_REFERENCE | {"learn": "none"}),
}

_QUICK = ("SB", "HR", "ZO", "BC")
_OTHER_MODES = {
    f"OCL in its {mode} mode": Reading({"OCL": Run("OCL", parameters={"mode": mode, "n_init": 1})}, data=_QUICK)
    for mode in ("paper", "monotone")
}


def _on_complete_rows(*methods: str) -> dict[str, Reading]:
    return {
        "complete rows alone": Reading({name: replace(METHODS[name], rows=COMPLETE) for name in methods}, data=("BC",))
    }


def _other_codes(*methods: str) -> dict[str, Reading]:
    runs = METHODS | VARIANTS | LEARNED
    return {
        rows: Reading({name: replace(runs[name], rows=rows) for name in methods}, data=data)
        for rows, data in ((CODED, ("SB",)), (MET, (*_QUICK, "TT")))
    }


TRIED = (
    _OTHER_MODES
    | _other_codes("OCL")
    | {
        "KMD is OCL without its distances and orders (OCL III)": Reading({"KMD": VARIANTS["OCLIII"]}),
        "k-modes: best of 10 starts": Reading(
            {
                name: replace(run, model_parameters={"update": "mode", "n_init": 10})
                for name, run in METHODS.items()
                if run.model == "KModes"
            },
            data=_QUICK,
        ),
    }
    | _on_complete_rows(*(name for name, run in METHODS.items() if run.model == "KModes" or name == "OCL"))
)
TRIED_OF_VARIANTS = _OTHER_MODES | _other_codes(*VARIANTS) | _on_complete_rows("OCL")
TRIED_OF_LEARNED = _OTHER_MODES | _other_codes(*LEARNED) | _on_complete_rows("OCL")
"""Data sets are left out where runs take long."""

PROTOCOL = Protocol(
    repeats=10,
    scores={"CA": "accuracy", "ARI": "adjusted_rand"},
    paper_tables=False,
    text="Means and standard deviations of 10 runs, as many clusters as known classes, one start per run. CA matches "
    "clusters with classes one to one. NMI is named among the measures, but no table prints it.",
)

OF_DATA = {
    "SB": "Fourteen of the 35 columns have only one value; they are left out.",
    "NS": "The printed results are for five classes, while the table of data sets prints four.",
    "DS": "The classes are those of nephritis; all five columns count as ordered.",
    "ZO": "The paper counts 15 columns, and the file has 16. Here legs is left out, the only column with more than two "
    "values.",
    "BC": "Missing values are kept as a value placed last, though the paper says that these rows are removed.",
    "VT": "Missing values are kept as a value placed last, though the paper says that these rows are removed.",
    "AC": "Only the eight columns that are not numbers; all count as ordered, in the order of their codes.",
}

_WRITTEN_AFTER = "The reference mode is written after the published program, which departs from the paper's equations"
_CODES = "It starts from the codes of values, which the paper does not print; other codes give other figures."
_OCL = {"OCL": f"{_WRITTEN_AFTER}; see Table 3. {_CODES}"}

OF_METHODS = {
    "OCL": f"{_WRITTEN_AFTER}. Its mean accuracy (CA) over 100 runs lies below the printed one "
    f"{references.OCL_REFERENCE_BELOW}. {_CODES}",
    "JDM": "Public descriptions disagree on the weights; catviz has one of them.",
    "UDMC": "The unified distance metric (UDM) can be read in several ways; catviz has one of them.",
    "DLC": "Published results only: no public definition found.",
    "H2H": "Only its successor HARR has a public definition, and stands in for it.",
    "HDC": "All columns count as unordered, and centres have the most frequent values, as in the other k-modes here.",
    "ADC": "Published results only: no public definition found.",
}

_VARIANT = "The paper describes the variant in words only, and ours is one of the readings."
REASONS = {
    "JDM": "Public descriptions of the weights disagree, and ours is one of the readings.",
    "UDMC": "Our reading of the unified distance metric may not be the one that the paper ran.",
    "H2H": "Another method stands in for it: only its successor HARR has a public definition.",
    "CBDM": "The paper does not say with which settings it ran CBDM; ours is DILCA with its defaults.",
    "LNRO": _VARIANT,
    "RNRO": _VARIANT,
    "OCLI": _VARIANT,
    "OCLII": _VARIANT,
    "OCLIII": "Its printed figures are those of KMD, whose starting rows are not published.",
    ("VT", "OCLI"): "The printed mean is no mean of ten runs on 435 or 232 rows.",
}

FRIEDMAN_P = {3: 0.000017, 4: 0.000091}
"""Printed p values of the Friedman tests on Tables 3 and 4."""
CRITICAL_DIFFERENCES = {0.05: 3.4275, 0.1: 3.1383}
"""Printed critical differences of average ranks (Bonferroni-Dunn, Figure 2), by alpha."""

_NO_CONTEXT = {
    "CBDM": "Nothing is printed for NS, whose columns are independent; the average ranks count it as the last.",
}

_RANKS = {
    "all": "The printed average ranks fit OCLII ahead of OCLI on one set; the cells have OCLI ahead on all twelve.",
}

OF_VARIANTS = (
    _OCL
    | _RANKS
    | {
        "OCLI": "The variant is described in words only: ours is one reading.",
        "OCLII": "The variant is described in words only: ours is one reading.",
    }
)

_DATA = """
data  nominal  ordinal  objects  k
SB    35       0        47       4
NS    1        7        12960    4
AP    6        6        189      2
DS    0        5        120      2
CS    1        3        80       2
HR    2        2        132      3
ZO    15       0        101      7
BC    5        4        286      2
LG    15       3        148      4
TT    9        0        958      2
AC    0        8        690      2
VT    16       0        435      2
"""

_CA = """
data  KMD           LSM           JDM           CBDM          UDMC
SB    0.8468±0.15   0.8106±0.16   0.7894±0.14   0.7957±0.15   0.7915±0.18
NS    0.3208±0.05   0.2975±0.04   0.2980±0.04   -             0.3074±0.05
AP    0.5392±0.03   0.5656±0.04   0.6159±0.04   0.5926±0.03   0.5698±0.03
DS    0.6525±0.08   0.6525±0.08   0.7208±0.12   0.7208±0.12   0.6867±0.12
CS    0.5462±0.03   0.5488±0.06   0.5788±0.07   0.5875±0.04   0.5825±0.05
HR    0.3758±0.02   0.3886±0.03   0.3917±0.02   0.3924±0.04   0.3773±0.02
ZO    0.6624±0.12   0.6733±0.11   0.6743±0.11   0.6752±0.10   0.6693±0.10
BC    0.5472±0.04   0.5594±0.07   0.6392±0.09   0.6346±0.09   0.5413±0.06
LG    0.4277±0.06   0.4446±0.04   0.4547±0.06   0.4905±0.06   0.4466±0.05
TT    0.5569±0.05   0.5593±0.04   0.5563±0.04   0.5408±0.03   0.5386±0.03
AC    0.7281±0.12   0.7783±0.08   0.6335±0.12   0.6354±0.12   0.7683±0.08
VT    0.8625±0.01   0.8699±0.00   0.8699±0.00   0.8761±0.00   0.8667±0.00
rank  7.58          6.46          5.71          5.13          7.08

data  DLC           H2H           HDC           ADC           OCL
SB    0.8000±0.14   0.9234±0.12   0.7915±0.15   0.7660±0.13   0.9830±0.05
NS    0.3386±0.07   0.3113±0.05   0.3208±0.05   0.3208±0.05   0.3573±0.05
AP    0.6032±0.00   0.5603±0.03   0.5608±0.04   0.5529±0.04   0.6222±0.00
DS    0.6650±0.12   0.6175±0.04   0.6867±0.12   0.6950±0.12   0.7458±0.08
CS    0.6350±0.03   0.6075±0.02   0.5837±0.05   0.5525±0.04   0.6313±0.04
HR    0.3697±0.04   0.3333±0.00   0.4000±0.03   0.3758±0.02   0.4326±0.02
ZO    0.6802±0.08   0.7059±0.05   0.6733±0.10   0.6743±0.11   0.7792±0.10
BC    0.6140±0.09   0.5266±0.06   0.6052±0.10   0.6185±0.10   0.6650±0.05
LG    0.5095±0.08   0.4959±0.05   0.4959±0.05   0.5101±0.04   0.5426±0.02
TT    0.5637±0.03   0.5640±0.04   0.5465±0.04   0.5471±0.04   0.5785±0.03
AC    0.7488±0.14   0.7703±0.08   0.6762±0.14   0.6293±0.14   0.8206±0.08
VT    0.8531±0.09   0.8736±0.00   0.8736±0.00   0.8713±0.00   0.8943±0.00
rank  4.67          5.33          5.63          6.33          1.08
"""

_ARI = """
data  KMD           LSM           JDM           CBDM          UDMC
SB    0.7638±0.18   0.7555±0.19   0.7232±0.19   0.7407±0.19   0.7307±0.22
NS    0.0376±0.03   0.0341±0.02   0.0283±0.02   -             0.0393±0.03
AP    0.0022±0.01   0.0171±0.02   0.0530±0.03   0.0322±0.02   0.0178±0.02
DS    0.1077±0.13   0.1077±0.13   0.2347±0.20   0.2347±0.20   0.1844±0.20
CS    -0.0023±0.01  0.0088±0.04   0.0295±0.04   0.0250±0.03   0.0248±0.04
HR    -0.0081±0.01  -0.0008±0.01  -0.0013±0.01  -0.0010±0.01  -0.0046±0.01
ZO    0.5787±0.17   0.6085±0.17   0.5996±0.17   0.6091±0.15   0.6063±0.16
BC    0.0046±0.02   0.0240±0.05   0.0811±0.07   0.0777±0.07   0.0128±0.04
LG    0.0843±0.05   0.0951±0.03   0.1027±0.06   0.1432±0.07   0.1018±0.04
TT    0.0170±0.03   0.0184±0.02   0.0181±0.02   0.0095±0.01   0.0091±0.01
AC    0.2596±0.18   0.3336±0.12   0.1210±0.15   0.1199±0.13   0.3092±0.11
VT    0.5247±0.02   0.5463±0.01   0.5463±0.01   0.5648±0.01   0.5368±0.01
rank  7.88          5.92          5.50          5.38          6.71

data  DLC           H2H           HDC           ADC           OCL
SB    0.7148±0.20   0.8650±0.22   0.7350±0.19   0.6968±0.17   0.9620±0.12
NS    0.0779±0.08   0.0309±0.03   0.0376±0.03   0.0376±0.03   0.1015±0.06
AP    0.0355±0.00   0.0076±0.02   0.0150±0.02   0.0066±0.02   0.0524±0.00
DS    0.1556±0.19   0.0512±0.05   0.1844±0.20   0.1921±0.19   0.2590±0.16
CS    0.0647±0.03   0.0342±0.02   0.0234±0.03   0.0040±0.02   0.0627±0.03
HR    -0.0033±0.01  -0.0149±0.00  0.0038±0.02   -0.0064±0.01  0.0368±0.01
ZO    0.6094±0.12   0.6442±0.07   0.6138±0.15   0.6143±0.15   0.7536±0.11
BC    0.0523±0.05   -0.0033±0.00  0.0605±0.08   0.0692±0.08   0.0799±0.03
LG    0.1544±0.09   0.1715±0.04   0.1095±0.06   0.1262±0.05   0.1552±0.03
TT    0.0156±0.01   0.0198±0.02   0.0120±0.02   0.0124±0.02   0.0226±0.02
AC    0.3184±0.22   0.3107±0.11   0.1913±0.18   0.1349±0.18   0.4313±0.16
VT    0.5200±0.18   0.5572±0.00   0.5572±0.00   0.5503±0.00   0.6207±0.00
rank  5.08          5.29          5.50          6.42          1.33
"""

# the paper prints 0.7125 of OCLII with a space in it
_COMPONENTS = """
method  SB      NS      AP      DS      CS      HR      ZO      BC      LG      TT      AC      VT      rank
OCL     0.9830  0.3573  0.6222  0.7458  0.6313  0.4326  0.7792  0.6650  0.5426  0.5785  0.8206  0.8943  1.17
OCLI    0.9149  0.3364  0.6085  0.7283  0.6500  0.3765  0.7525  0.5643  0.4872  0.5784  0.7546  0.8942  2.00
OCLII   0.8681  0.3359  0.6069  0.7125  0.6388  0.3712  0.7000  0.5636  0.4453  0.5762  0.7545  0.8828  2.92
OCLIII  0.8468  0.3208  0.5392  0.6525  0.5463  0.3758  0.6624  0.5472  0.4277  0.5569  0.7281  0.8625  3.92
"""

_LEARNED = """
method  NS      AP      CS      HR      BC      LG      rank
OCL     0.3573  0.6222  0.6313  0.4326  0.6650  0.5426  1.17
LNRO    0.3281  0.6074  0.6350  0.3985  0.5476  0.4818  2.00
RNRO    0.3308  0.5984  0.6225  0.3902  0.5276  0.4493  2.83
"""

_RESULTS = (
    (3, "Accuracy of ten clusterings", METHODS, TRIED, OF_METHODS | _NO_CONTEXT, _CA, "method", "CA"),
    (4, "Adjusted Rand index of ten clusterings", METHODS, TRIED, OF_METHODS | _NO_CONTEXT, _ARI, "method", "ARI"),
    (5, "Accuracy of OCL with parts left out", VARIANTS, TRIED_OF_VARIANTS, OF_VARIANTS, _COMPONENTS, "data", "CA"),
    (6, "Accuracy of OCL with orders not learned", LEARNED, TRIED_OF_LEARNED, _OCL, _LEARNED, "data", "CA"),
)


def tables() -> tuple[PublishedTable, ...]:
    """Tables 2 to 6; Table 1 explains symbols."""
    data = sizes(
        "OCL",
        SOURCE,
        "Size of the twelve data sets",
        _DATA,
        DATASETS,
        {name: OF_DATA[name] for name in ("SB", "NS", "ZO")},
    )
    return (data, *(_results(*row) for row in _RESULTS))


def _results(number, title, methods, tried, of_methods, block, columns, metric) -> PublishedTable:
    cells, ranks = without_ranks(read_cells(block, columns, metric=metric))
    names = list(cells["data"].unique())
    return PublishedTable(
        paper="OCL",
        number=number,
        title=title,
        source=f"{SOURCE}, Table {number}",
        cells=cells,
        datasets={name: DATASETS[name] for name in names},
        methods=methods,
        protocol=PROTOCOL,
        ranks=ranks,
        deviations=of_methods | {name: text for name, text in OF_DATA.items() if name in names},
        stand_ins=frozenset({"H2H"} & {*methods}),
        tried=tried,
        reasons=REASONS | {"OCL": of_methods["OCL"]},
        same_runs=_deviations_of_ocl() if cells["deviation"].isna().all() else {},
        spreads=_spreads() if cells["deviation"].isna().all() else (),
    )


def _spreads() -> tuple[float, ...]:
    """The deviations of Table 3, whose runs Tables 5 and 6 are of."""
    return tuple(read_cells(_CA, "method", metric="CA").query("data != 'rank'")["deviation"].dropna())


def _deviations_of_ocl() -> dict[tuple[str, str], float]:
    """The deviations that Table 3 prints of OCL, whose accuracies Tables 5 and 6 repeat without them."""
    cells = read_cells(_CA, "method", metric="CA")
    own = cells[(cells["method"] == "OCL") & cells["deviation"].notna()]
    return {(data, "OCL"): deviation for data, deviation in zip(own["data"], own["deviation"], strict=True)}
