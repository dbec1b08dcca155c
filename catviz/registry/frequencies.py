"""Further similarities that count values: those that nomclust has too."""

from __future__ import annotations

from catviz.distances import Anderberg, Burnaby, Gambaryan, InverseOccurrenceFrequency, Lin1, Variability
from catviz.registry.method import DEPARTS, FAITHFUL, Method
from catviz.registry.symbols import (
    BORIAH,
    BORIAH_VALUES,
    COUNTS,
    DISTANCE,
    FROM_SIMILARITY,
    N_VALUES,
    PAIR,
    RULE,
    SHARES,
    SIMILARITY,
)

METHODS = (
    Method(
        InverseOccurrenceFrequency,
        "IOF (inverse frequency)",
        "frequency",
        "Spärck Jones 1972; Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"s(x,y)=\frac{1}{1+\ln n_x\,\ln n_y},\qquad s(x,x)=1,\qquad d(x,y)=1-s(x,y)",
        "Two different values are similar if both are rare.",
        ("IOF",),
        (SIMILARITY, PAIR, COUNTS, DISTANCE),
        "A value that occurs once is at distance 0 from all others of its column. " + BORIAH,
    ),
    Method(
        Gambaryan,
        "Gambaryan (halves)",
        "frequency",
        "Gambaryan 1964; Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"s(x,x)=-p_x\log_2p_x-(1-p_x)\log_2(1-p_x),\qquad s(x,y)=0" + FROM_SIMILARITY,
        "A match counts the most on a value that half of the rows have.",
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
        FAITHFUL,
        r"s(x,y)=\frac{C}{\ln\frac{p_xp_y}{(1-p_x)(1-p_y)}+C},\qquad C=2\sum_q\ln(1-p_q),\qquad s(x,x)=1,\qquad "
        r"d(x,y)=1-s(x,y)",
        "Two different values are similar if both are frequent; the two values of a binary column are not apart.",
        (),
        (
            SIMILARITY,
            PAIR,
            ("C", "a number for the column"),
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
        "Two values are far apart if many rows have values as frequent as they are, or of a frequency between.",
        (),
        (
            SIMILARITY,
            PAIR,
            ("q", "a value of the column whose share is between those of both values, or equal to one"),
            ("p_q", "share of the rows with q"),
            SHARES,
            DISTANCE,
        ),
        "The ratio is taken in each column and the columns are added up; Boriah et al. divide by a sum over all "
        "columns of two rows. Distances that the rule makes negative are 0. " + RULE,
    ),
    Method(
        Variability,
        "Variability (even columns)",
        "frequency",
        "Šulc & Řezanková 2019 (VE and VM of nomclust)",
        FAITHFUL,
        r"s(x,x)=-\frac1{\ln v}\sum_qp_q\ln p_q,\qquad s(x,y)=0" + FROM_SIMILARITY,
        "A difference counts for more in a column whose values are evenly frequent.",
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
        'The formula is that of VE; VM (measure="mutability") has the share of pairs of rows that differ, over its '
        "largest value. " + RULE,
        settings={"VM": {"measure": "mutability"}},
    ),
    Method(
        Anderberg,
        "Anderberg (rare rows)",
        "objects",
        "Anderberg 1973; Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"D(x,y)=\frac{B}{A+B},\qquad A=\sum_{r\in E}\frac{2}{v_r(v_r+1)\,p_{rx}^2},\qquad "
        r"B=\sum_{r\notin E}\frac{1}{v_r(v_r+1)\,p_{rx}\,p_{ry}}",
        "Two rows are near if they have rare values in common, and far if they differ in rare values. Only rows are "
        "compared, not values.",
        (),
        (
            (r"D(x,y)", "distance between the rows x and y: 1 less Anderberg's similarity"),
            (r"A,\,B", "what columns with equal values, and with different values, add"),
            ("r", "a column"),
            ("E", "the columns in which both rows have the same value"),
            ("v_r", "number of values of column r"),
            (r"p_{rx},\,p_{ry}", "share of the rows that have the value of x, of y, in column r"),
        ),
        "A missing cell has a value of its own, as everywhere in catviz.",
    ),
)
