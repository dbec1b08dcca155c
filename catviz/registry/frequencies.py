"""Further similarities that count values: those that nomclust has too."""

from __future__ import annotations

from catviz.distances import Anderberg, Burnaby, Gambaryan, InverseOccurrenceFrequency, Lin1, Variability
from catviz.registry.method import (
    BORIAH,
    BORIAH_VALUES,
    COUNTS,
    DEPARTS,
    DISTANCE,
    FAITHFUL_SIMILARITY,
    FROM_SIMILARITY,
    N_VALUES,
    PAIR,
    RULE,
    RULE_OF_ROWS,
    SHARES,
    SIMILARITY,
    Method,
)

METHODS = (
    Method(
        InverseOccurrenceFrequency,
        "IOF (inverse frequency)",
        "frequency",
        "Spärck Jones 1972; Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"s(x,y)=\frac{1}{1+\ln n_x\,\ln n_y},\qquad s(x,x)=1,\qquad d(x,y)=1-s(x,y)",
        "IOF uses only how often values occur. Two different values are near if both are rare.",
        ("IOF",),
        (SIMILARITY, PAIR, COUNTS, DISTANCE),
        "A value that occurs once is at distance 0 from all other values of its column. " + BORIAH,
    ),
    Method(
        Gambaryan,
        "Gambaryan (halves)",
        "frequency",
        "Gambaryan 1964; Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"s(x,x)=-p_x\log_2p_x-(1-p_x)\log_2(1-p_x),\qquad s(x,y)=0" + FROM_SIMILARITY,
        "Gambaryan uses only how often values occur. Two rows with the same value are most similar if half of all rows "
        "have this value. "
        "Two different values are farther apart the nearer their shares are to one half.",
        (),
        (
            (r"s(x,x)", "similarity of x with itself"),
            ("p_x", "share of the rows with x"),
            (r"\log_2", "logarithm to base 2"),
            (r"s(x,y)", "similarity of different values"),
            PAIR,
            DISTANCE,
        ),
        BORIAH_VALUES,
    ),
    Method(
        Burnaby,
        "Burnaby (odds of both)",
        "frequency",
        "Burnaby 1970; Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"s(x,y)=\frac{C}{\ln\frac{p_xp_y}{(1-p_x)(1-p_y)}+C},\qquad C=2\sum_q\ln(1-p_q),\qquad s(x,x)=1,\qquad "
        r"d(x,y)=1-s(x,y)",
        "Burnaby uses only how often values occur. Two different values are near if both are frequent; the two "
        "values of a binary column are at distance 0.",
        (),
        (
            SIMILARITY,
            PAIR,
            ("C", "a number that is the same for all values of the column"),
            SHARES,
            ("q", "a value of the column"),
            ("p_q", "share of the rows with q"),
            DISTANCE,
        ),
        BORIAH,
    ),
    Method(
        Lin1,
        "Lin1 (values in between)",
        "frequency",
        "Boriah, Chandola & Kumar 2008",
        DEPARTS,
        r"s(x,y)=\frac{2\ln\sum_qp_q}{\ln p_x+\ln p_y},\qquad s(x,x)=\frac{\sum_q\ln p_q}{2\ln p_x}" + FROM_SIMILARITY,
        "Lin1 uses only how often values occur. Two different values are near if few rows have a value whose "
        "frequency is equal to that of one of the two, or between both.",
        (),
        (
            SIMILARITY,
            PAIR,
            (
                "q",
                "a value of the column (also x and y) whose share lies between those of x and y, or equals one of them",
            ),
            ("p_q", "share of the rows with q"),
            SHARES,
            DISTANCE,
        ),
        "The ratio is computed in each column, and the results are added up over the columns. Boriah et al. divide by "
        "a sum over all columns of two rows. If the rule gives a negative distance, the distance is 0. " + RULE,
    ),
    Method(
        Variability,
        "Variability (even columns)",
        "frequency",
        "Šulc & Řezanková 2019 (VE and VM of nomclust)",
        FAITHFUL_SIMILARITY,
        r"s(x,x)=-\frac1{\ln v}\sum_qp_q\ln p_q,\qquad s(x,y)=0" + FROM_SIMILARITY,
        "Variability uses only how evenly the values of a column occur. All different values of a column are "
        "equally far apart, and they are farther apart if the values of the column are about equally frequent.",
        ("VE", "VM"),
        (
            (r"s(x,x)", "similarity of any value of the column with itself"),
            N_VALUES,
            ("q", "a value of the column"),
            ("p_q", "share of the rows with q"),
            (r"s(x,y)", "similarity of different values"),
            PAIR,
            DISTANCE,
        ),
        'The formula is that of VE. VM (measure="mutability") uses the share of pairs of rows that differ, divided by '
        "its largest possible value. " + RULE,
        settings={"VM": {"measure": "mutability"}},
    ),
    Method(
        Anderberg,
        "Anderberg (rare rows)",
        "objects",
        "Anderberg 1973; Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"D(x,y)=\frac{B}{A+B},\qquad A=\sum_{r\in E}\frac{2}{v_r(v_r+1)\,p_{rx}^2},\qquad "
        r"B=\sum_{r\notin E}\frac{1}{v_r(v_r+1)\,p_{rx}\,p_{ry}}",
        "Anderberg compares only rows, not values. Two rows are near if they have rare values in common, and far apart "
        "if they differ in rare values.",
        (),
        (
            (r"D(x,y)", "distance between the rows x and y: 1 minus Anderberg's similarity"),
            (r"A,\,B", "sums over the columns in which the two rows have equal values (A) and different values (B)"),
            ("r", "a column"),
            ("E", "the columns in which both rows have the same value"),
            ("v_r", "number of values of column r"),
            (r"p_{rx},\,p_{ry}", "shares of the rows that have, in column r, the value of x and the value of y"),
        ),
        "A missing cell counts as a value of its own. " + RULE_OF_ROWS,
    ),
)
