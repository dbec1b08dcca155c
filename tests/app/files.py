"""Files a user might bring: tables of several kinds, strange ones, and some that are none."""

import numpy as np
import pandas as pd


def csv(**columns):
    return pd.DataFrame(columns).to_csv(index=False).encode()


def survey():
    rng = np.random.default_rng(0)
    n = 160
    scale = ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"]
    mood = rng.integers(0, 5, n)
    return csv(
        respondent=[f"R{i:05d}" for i in range(n)],
        likes_maps=[scale[i] for i in mood],
        likes_tables=[scale[min(4, max(0, 4 - i + d))] for i, d in zip(mood, rng.integers(-1, 2, n), strict=True)],
        age=rng.choice(["18-29", "30-39", "40-49", "50-64", "65+"], n),
        town=rng.choice(["Ulm", "Bonn", "Köln"], n),
        weight=rng.uniform(0.5, 2, n).round(3),
    )


def with_gaps():
    rng = np.random.default_rng(1)
    n = 120
    a = rng.choice(["red", "green", "blue", ""], n, p=[0.4, 0.3, 0.2, 0.1])
    warm = np.where(a == "red", "warm", np.where(a == "blue", "cold", "?"))
    return csv(
        colour=a, feel=warm, shape=rng.choice(["round", "NA", "square", "don't know"], n), n=rng.integers(1, 6, n)
    )


def with_a_long_column():
    rng = np.random.default_rng(2)
    n = 900
    code = rng.integers(0, 200, n)
    return csv(
        code=[f"item {i:03d}" for i in code],
        group=[f"group {i // 40}" for i in code],
        size=rng.choice(["S", "M", "L"], n),
    )


UPLOADS = {"survey.csv": survey, "gaps.csv": with_gaps, "codes.csv": with_a_long_column}


MARKUP = ['<b id="injected-b">bold</b>', '<img src="injected.png" onerror="alert(1)">', "**bold** [x](/injected)"]


def markup():
    rng = np.random.default_rng(3)
    columns = {f'<i id="injected-{k}">{k}</i>': rng.choice([*MARKUP, f"plain {k}"], 80) for k in range(3)}
    return csv(**columns, **{"$x^2$ :red[y] `z`": rng.choice(["$\\frac{1}{2}$", "a\nb", "# head"], 80)})


def formulas():
    rng = np.random.default_rng(4)
    return csv(
        a=rng.choice(["=cmd()", "+1+1", "-2", "@SUM(A1)"], 60),
        b=rng.choice(["=1+1", "x"], 60),
        c=rng.choice(["u", "v", "w"], 60),
    )


def two_columns(n=40):
    return "\n".join(["one,two", *(f"{'pq'[i % 2]},{'uvw'[i % 3]}" for i in range(n))])


REFUSED = {"ragged.csv": b"one,two\na,b\nc\nd,e,f,g\nh,i\n"}
HONEST = {
    "one.csv": "one\n" + "\n".join("abc"[i % 3] for i in range(30)),
    "void.csv": "\n".join(["one,two,void", *(f"{'pq'[i % 2]},{'uvw'[i % 3]}," for i in range(40))]),
    "markup.csv": markup(),
    "formulas.csv": formulas(),
    "utf16.csv": two_columns().replace("u", "ü").encode("utf-16"),
}
