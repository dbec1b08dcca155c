"""Ten tables as people of different fields have them, as the files they come in: simulated, with what trips readers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from xml.sax.saxutils import escape

import numpy as np
import pandas as pd

#: A file's name and content.
Made = tuple[str, bytes]


def survey() -> Made:
    """Answers in German, semicolons between columns: scales, many answers in a cell, weights, comments, none at all."""
    rng, n = np.random.default_rng(1), 400
    scale = np.array(
        ["trifft gar nicht zu", "trifft eher nicht zu", "teils, teils", "trifft eher zu", "trifft voll zu"]
    )
    mood = rng.normal(size=n)

    def answer(slope: float) -> np.ndarray:
        cut = np.searchsorted([-1.2, -0.4, 0.4, 1.2], slope * mood + rng.normal(size=n))
        return np.where(rng.random(n) < 0.06, "unbekannt", scale[cut])

    media = ["Zeitung", "Radio", "Fernsehen", "Internet"]
    frame = pd.DataFrame(
        {
            "Nr": [f"B{i:05d}" for i in range(n)],
            "Interviewdatum": pd.date_range("2026-01-07", periods=n, freq="7h").strftime("%d.%m.%Y"),
            "Wie zufrieden sind Sie mit Ihrer Gemeinde?": answer(1.6),
            "Ich vertraue der Verwaltung": answer(1.3),
            "Ich fühle mich sicher": answer(1.0),
            "Welche Medien nutzen Sie?": [
                ";".join(m for m in media if rng.random() < 0.45) or "unbekannt" for _ in range(n)
            ],
            "Alter": rng.integers(18, 90, n),
            "Schulabschluss": rng.choice(["Hauptschule", "Realschule", "Abitur", "Hochschule"], n),
            "Gewicht": [f"{w:.3f}".replace(".", ",") for w in rng.uniform(0.4, 2.2, n)],
            "Bemerkung": [
                rng.choice(["", "Danke!", f"Mehr Busse, bitte: Linie {i}", "zu lang; viel zu lang"]) for i in range(n)
            ],
        }
    )
    return "umfrage.csv", frame.to_csv(index=False, sep=";").encode("cp1252")


def genes() -> Made:
    """Few rows, many columns: 800 genotypes of 100 plants in three groups, "./." where none was read."""
    rng, n, d = np.random.default_rng(2), 100, 800
    group = rng.integers(0, 3, n)
    share = rng.beta(1.2, 1.2, (3, d))
    alleles = rng.random((n, d, 2)) < share[group][:, :, None]
    cells = np.array(["A/A", "A/G", "G/G"])[alleles.sum(axis=2)]
    cells[rng.random((n, d)) < 0.03] = "./."
    frame = pd.DataFrame(cells, columns=[f"S{j // 100 + 1}_{1000 + 37 * j}" for j in range(d)])
    frame.insert(0, "population", np.array(["coast", "hill", "valley"])[group])
    return "genotypes.tsv", frame.to_csv(index=False, sep="\t").encode()


def shop() -> Made:
    """Many rows and columns of two thousand values: orders of a shop, most articles rare."""
    rng, n = np.random.default_rng(3), 60_000
    article = np.minimum(rng.zipf(1.3, n), 2000)
    kind = np.array(["books", "games", "garden", "kitchen", "music", "sports"])[article * 7 % 6]
    frame = pd.DataFrame(
        {
            "order": np.arange(100_000, 100_000 + n),
            "article": [f"A{a:04d}" for a in article],
            "kind": kind,
            "town": [f"town {t}" for t in np.minimum(rng.zipf(1.4, n), 2000)],
            "payment": rng.choice(["card", "invoice", "transfer"], n, p=[0.6, 0.3, 0.1]),
            "device": rng.choice(["phone", "computer", "tablet"], n, p=[0.6, 0.3, 0.1]),
            "price": (rng.lognormal(3, 0.8, n)).round(2),
            "returned": np.where(rng.random(n) < np.where(kind == "sports", 0.3, 0.08), "yes", "no"),
            **{f"voucher {j}": rng.choice(["yes", "no"], n, p=[0.1 * j, 1 - 0.1 * j]) for j in range(1, 8)},
        }
    )
    return "orders.csv", frame.to_csv(index=False).encode()


def clinic() -> Made:
    """A workbook: stages, grades, yes and no, numbers as numbers, empty cells, a second sheet."""
    rng, n = np.random.default_rng(4), 220
    tried = rng.integers(1, 5, n)
    frame = pd.DataFrame(
        {
            "patient": np.arange(1, n + 1),
            "sex": rng.choice(["f", "m"], n),
            "age": rng.integers(22, 88, n),
            "stage": np.array(["I", "II", "III", "IV"])[tried - 1],
            "grade": rng.integers(1, 4, n),
            "smoker": np.where(rng.random(n) < 0.1, None, rng.choice(["yes", "no", "former"], n)),
            "marker": rng.lognormal(1 + 0.3 * tried, 0.6).round(1),
            "relapse": np.where(rng.random(n) < 0.12 * tried, "yes", "no"),
        }
    )
    return "clinic.xlsx", workbook({"patients": frame, "legend": pd.DataFrame({"code": ["I"], "means": ["early"]})})


def election() -> Made:
    """SPSS: codes with labels, refusals declared missing, long questions as labels of columns, a weight."""
    import pyreadstat

    rng, n = np.random.default_rng(5), 600
    frame = pd.DataFrame(
        {
            "v1": rng.choice([1, 2, 3, 4, 9], n, p=[0.3, 0.3, 0.2, 0.15, 0.05]).astype(float),
            "v2": rng.choice([1, 2, 3, 4, 5, 9], n).astype(float),
            "v3": rng.choice([1, 2], n).astype(float),
            "age": rng.integers(18, 95, n).astype(float),
            "wt": rng.uniform(0.3, 3, n).round(3),
        }
    )
    questions = ["Which party did you vote for?", "How satisfied are you with democracy?", "Sex", "Age", "Weight"]
    labels = {
        "v1": {1: "left", 2: "centre", 3: "right", 4: "did not vote", 9: "refused"},
        "v2": {1: "very", 2: "fairly", 3: "neither", 4: "not very", 5: "not at all", 9: "refused"},
        "v3": {1: "female", 2: "male"},
    }
    return "election.sav", _written(
        lambda file: pyreadstat.write_sav(
            frame,
            file,
            column_labels=questions,
            variable_value_labels=labels,
            missing_ranges={"v1": [9], "v2": [9]},
            variable_measure={"v1": "nominal", "v2": "ordinal", "v3": "nominal"},
        ),
        ".sav",
    )


def panel() -> Made:
    """Stata: labelled categories in their order."""
    rng, n = np.random.default_rng(6), 500
    income = pd.Categorical.from_codes(rng.integers(0, 4, n), ["low", "middle", "high", "very high"], ordered=True)
    frame = pd.DataFrame(
        {
            "wave": rng.choice([2021, 2022, 2023], n),
            "income": income,
            "work": pd.Categorical(rng.choice(["none", "part time", "full time"], n)),
            "region": pd.Categorical(rng.choice(["north", "east", "south", "west"], n)),
            "health": pd.Categorical(rng.choice(["bad", "fair", "good"], n)),
        }
    )
    return "panel.dta", _written(lambda file: frame.to_stata(file, write_index=False), ".dta")


def log() -> Made:
    """Parquet with types: dictionaries, true and false, nulls, moments in time."""
    rng, n = np.random.default_rng(7), 5_000
    status = pd.Categorical.from_codes(rng.choice(4, n, p=[0.8, 0.1, 0.07, 0.03]), ["200", "301", "404", "500"])
    frame = pd.DataFrame(
        {
            "time": pd.Timestamp("2026-03-01") + pd.to_timedelta(np.sort(rng.integers(0, 6_000_000, n)), unit="s"),
            "status": status,
            "cached": pd.array(np.where(rng.random(n) < 0.05, None, rng.random(n) < 0.4), dtype="boolean"),
            "browser": rng.choice(["Firefox", "Chrome", "Safari", "bot"], n),
            "path": [f"/page/{k}" for k in np.minimum(rng.zipf(1.6, n), 90)],
        }
    )
    out = io.BytesIO()
    frame.to_parquet(out)
    return "requests.parquet", out.getvalue()


def vegetation() -> Made:
    """Presence and absence of 250 species on 80 plots."""
    rng, n, d = np.random.default_rng(8), 80, 250
    wet = rng.normal(size=n)
    likes, common = rng.normal(size=d), rng.normal(-1, 1, size=d)
    there = rng.random((n, d)) < 1 / (1 + np.exp(-(common + 1.5 * np.outer(wet, likes))))
    frame = pd.DataFrame(np.where(there, "present", "absent"), columns=[f"species {j}" for j in range(d)])
    frame.insert(0, "habitat", np.array(["dry", "moist", "wet"])[np.searchsorted([-0.5, 0.5], wet)])
    frame.insert(0, "plot", [f"P{i:03d}" for i in range(n)])
    return "plots.csv", frame.to_csv(index=False).encode()


def languages() -> Made:
    """Features of languages: half of the cells empty, scripts of many kinds, names with commas and quotes."""
    rng, n, d = np.random.default_rng(9), 200, 40
    names = ["Français", "日本語", "العربية", "ʼAjië", 'Vai, "Liberia"', "ქართული", "Türkçe", "Русский"]
    frame = pd.DataFrame(
        {
            f"{j + 1}A feature": np.where(
                rng.random(n) < 0.5, "", rng.choice([f"{k + 1} kind" for k in range(2 + j % 5)], n)
            )
            for j in range(d)
        }
    )
    frame.insert(0, "family", rng.choice(["Bantu", "Oceanic", "Slavic", "Turkic"], n))
    frame.insert(0, "language", [f"{names[i % len(names)]} {i}" for i in range(n)])
    return "languages.csv", frame.to_csv(index=False).encode("utf-8-sig")


def counted() -> Made:
    """Each kind of row once, with the number of its rows: passengers by class, sex, age and survival."""
    rng = np.random.default_rng(10)
    kinds = pd.MultiIndex.from_product(
        [["1st", "2nd", "3rd", "crew"], ["female", "male"], ["adult", "child"], ["no", "yes"]],
        names=["class", "sex", "age", "survived"],
    )
    frame = kinds.to_frame(index=False).assign(count=rng.integers(0, 400, len(kinds)))
    return "passengers.csv", frame.to_csv(index=False).encode("utf-16")


#: The tables, by what makes them.
FIELDS: tuple[Callable[[], Made], ...] = (
    *(survey, genes, shop, clinic, election),
    *(panel, log, vegetation, languages, counted),
)


def workbook(sheets: dict[str, pd.DataFrame]) -> bytes:
    """An .xlsx with a sheet each: numbers as numbers, texts in their cells, empty cells left out."""
    kinds = "http://schemas.openxmlformats.org"
    main, links = f"{kinds}/spreadsheetml/2006/main", f"{kinds}/officeDocument/2006/relationships"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    numbers = range(1, len(sheets) + 1)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{kinds}/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>'
        + "".join(
            f'<Override PartName="/xl/worksheets/sheet{i}.xml" ContentType="{types}.worksheet+xml"/>' for i in numbers
        )
        + "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{kinds}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{links}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{links}"><sheets>'
        + "".join(
            f'<sheet name="{escape(n)}" sheetId="{i}" r:id="rId{i}"/>' for i, n in zip(numbers, sheets, strict=True)
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{kinds}/package/2006/relationships">'
        + "".join(
            f'<Relationship Id="rId{i}" Type="{links}/worksheet" Target="worksheets/sheet{i}.xml"/>' for i in numbers
        )
        + "</Relationships>",
    }
    for i, frame in zip(numbers, sheets.values(), strict=True):
        rows = [list(frame.columns), *frame.astype(object).to_numpy().tolist()]
        cells = ["".join(_cell(cell, r, c) for c, cell in enumerate(row)) for r, row in enumerate(rows)]
        lines = "".join(f"<row>{row}</row>" for row in cells)
        parts[f"xl/worksheets/sheet{i}.xml"] = f'<worksheet xmlns="{main}"><sheetData>{lines}</sheetData></worksheet>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
    return out.getvalue()


def _cell(value: object, row: int, column: int) -> str:
    if value is None or value != value:
        return ""
    place = f"{chr(ord('A') + column)}{row + 1}"
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'


def _written(write: Callable[[str], object], ending: str) -> bytes:
    """What a writer that needs a path has written."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"table{ending}"
        write(str(file))
        return file.read_bytes()
