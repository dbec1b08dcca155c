"""Text files as other programs write them: titles, comments, quotes, delimiters, encodings, rows that are no cases."""

import codecs
from pathlib import Path

import pytest

import catviz
from catviz.reading.encodings import ENCODINGS, TWICE

FILES = Path(__file__).with_name("files")
BODY = [f"{'NSE'[i % 3]},{'mf'[i % 2]},{20 + i % 30}" for i in range(40)]


def read(data, **options):
    data = data if isinstance(data, bytes) else data.encode()
    return catviz.inspect_table(data, "f.csv", **options)


def lines(*above, names="region,sex,age", body=BODY, below=(), sign=","):
    return "\n".join([*above, names, *body, *below, ""]).replace(",", sign)


def question(found, key):
    return next((each for each in found.questions if each.key.startswith(key)), None)


def otherwise(found, data, key):
    """The file read as the first answer to a question has it."""
    answer = question(found, key).answers[0]
    return read(data, **dict(answer.settings)).with_recipe(catviz.Recipe(answer.steps))


@pytest.mark.parametrize(
    ("above", "said"),
    [
        (["Survey of pupils 2024", ""], "Survey of pupils"),
        (["Umfrage; Welle 3", "Stand: 1. März", ""], "Umfrage"),
        (["Report,,", ",,"], "Report"),
        (["Exported by:,A. Person,", "Date:,2024-03-01,"], "Exported by:"),
        (["# made by a tool", "#", "# on Monday"], "made by a tool"),
        (["#version 2,final", "#a,b,c"], "version 2"),
        (["/* Survey of pupils,", "three towns */"], "Survey of pupils"),
        (["/*", "pupils", "*/", "", "<1960 Q1>"], "pupils"),
    ],
)
def test_lines_above_the_names_are_a_title(above, said):
    found = read(lines(*above))
    assert list(found.frame) == ["region", "sex", "age"] and len(found.frame) == 40
    assert any(said in note for note in found.notes) and not question(found, "first line")


@pytest.mark.parametrize("corner", ["", '""'])
def test_names_above_row_names_stand_in_the_first_line(corner):
    cells = [[f"{(7 * i + j) % 11 / 8}" if (i + j) % 3 else "NA" for j in range(6)] for i in range(12)]
    body = [",".join([name, *row]) for name, row in zip("abcdefghijkl", [["0.2"] * 6, *cells], strict=False)]
    found = read("\n".join([",".join([corner, *(f"v{j}" for j in range(6))]), *body]))
    assert list(found.frame)[1:] == [f"v{j}" for j in range(6)] and len(found.frame) == 12


@pytest.mark.parametrize(
    ("data", "rows"), [("1.68,2.86\n2.86,26.2\n", 2), ("2019,2020\n1.5,2.5\n", 1), ("a,b\n1,2\n", 1)]
)
def test_of_two_lines_of_numbers_the_first_is_a_row(data, rows):
    found = read(data)
    assert len(found.frame) == rows and bool(question(found, "first line")) == (rows == 2)


def test_blanks_below_a_text_are_asked_about():
    file = (FILES / "text_above_blanks.dat").read_text()
    data = file + "".join(file.splitlines(keepends=True)[-3:] * 2)
    found = read(data)
    assert question(found, "blanks").as_read == "2 columns" and found.frame.shape == (36, 2)
    assert otherwise(found, data, "blanks").frame.shape == (41, 1)
    mostly_text = "\n".join([*(f"line {'of text ' * (i % 5 + 1)}" for i in range(40)), *(f"{i} x" for i in range(8))])
    found = read(mostly_text)
    assert question(found, "blanks").as_read == "One column" and found.frame.shape[1] == 1
    assert otherwise(found, mostly_text, "blanks").frame.shape[1] == 2
    one_case_a_line = catviz.inspect_table(file.encode(), "f.dat")
    assert one_case_a_line.frame.shape == (30, 2) and not question(one_case_a_line, "blanks")
    for plain in ("name\nNew York\nLos Angeles\nSan Jose\nEl Paso\nFort Worth\nSt Paul\n", "n\n" + "12\n" * 9):
        assert not question(read(plain), "blanks")


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_first_line_may_name_the_delimiter(sign):
    found = read(f"sep={sign}\n" + lines(sign=sign))
    assert list(found.frame) == ["region", "sex", "age"] and found.delimiter == sign and len(found.frame) == 40


def test_a_comment_that_names_the_columns_is_no_comment():
    found = read(lines(names="#region,sex,age"))
    assert list(found.frame) == ["#region", "sex", "age"] and len(found.frame) == 40


@pytest.mark.parametrize(
    "first",
    ["N,m,25", "N,f,25", "S,m,999"],
)
def test_a_first_case_is_no_line_of_names(first):
    data = lines(names=first)
    found = read(data)
    assert len(found.frame) == 41 and list(found.frame) == ["column 1", "column 2", "column 3"]
    assert list(otherwise(found, data, "first line").frame) == first.split(",")


def test_names_that_are_years_or_words_are_names():
    for names in ("2019,2020,2021", "region,sex,25", "m,N,f"):
        body = [f"{i},{i * 7 % 13},{i % 5}" for i in range(20)] if names[0] == "2" else BODY
        assert list(read(lines(names=names, body=body)).frame) == names.split(",")


def test_the_names_can_be_told():
    data = lines("Survey", "full,of,words")
    assert list(read(data, header=3).frame) == ["region", "sex", "age"]
    assert list(read(data, skip=2).frame) == ["region", "sex", "age"]
    two = read("a,b\nquestion 1,question 2\nx,1\ny,2\n", header=[1, 2])
    assert two.frame.values.tolist() == [["x", "1"], ["y", "2"]] and two.full_texts["a"] == "question 1"
    assert len(read("a,b\nquestion 1,question 2\nx,1\ny,2\n", header=1).frame) == 3
    with pytest.raises(ValueError, match="line"):
        read(data, header=2_000)


def test_names_in_two_rows_are_joined():
    found = read(lines("Person,,", "", names="region,sex,age").replace("Person,,", "Person,,Years"))
    assert list(found.frame) == ["Person: region", "Person: sex", "Years: age"] and len(found.frame) == 40


@pytest.mark.parametrize(
    ("rows", "n"),
    [
        (["where,m or f,how old"], 1),
        (["Wo?,Geschlecht?,Alter?", "text,text,Jahre"], 2),
        (["-,-,a", "text,code,years", "x1,x2,x3"], 0),  # a value that is twice
    ],
)
def test_rows_below_the_names_describe_the_columns(rows, n):
    body = [f"{line},{i * 1.5}" for i, line in enumerate(BODY)]
    found = read(lines(names="region,sex,age,dose", body=[*(f"{row},mg per {i}" for i, row in enumerate(rows)), *body]))
    assert len(found.frame) == 40 + len(rows) - n
    assert bool(found.full_texts) == bool(n)


def test_a_doubtful_row_below_the_names_is_asked_about():
    data = lines(names="ward,rate,cases", body=["North,Too few,None yet", *(f"H{i},{i * 0.01},{i}" for i in range(40))])
    found = read(data)
    asked = question(found, "row below the names")
    assert asked and len(found.frame) == 40 and len(otherwise(found, data, "row below").frame) == 41


@pytest.mark.parametrize(
    ("names", "below", "sign"),
    [
        ("region,sex,age", "string,string,int64", ","),
        ("region,sex,age", "varchar(20),char(1),decimal", ","),
        ("|region|sex|age|", "|---|:---:|--:|", "|"),
        (" region , sex , age", "--------+-----+-----", "|"),
    ],
)
def test_kinds_or_a_line_below_the_names_are_no_case(names, below, sign):
    body = [f"|{line}|" if names[0] == "|" else line for line in BODY]
    found = read("\n".join([names, below, *body]).replace(",", sign))
    assert list(found.frame) == ["region", "sex", "age"] and len(found.frame) == 40
    assert {c.name: c.role for c in found.columns}["age"] == "binned"
    assert any("below the column names" in note for note in found.notes)


def test_words_for_kinds_may_be_values():
    body = [f"{'NSE'[i % 3]},{['text', 'number'][i % 2]},{['date', 'int', 'date'][i % 3]}" for i in range(40)]
    assert len(read(lines(body=body)).frame) == 40


def test_a_first_column_without_a_name_or_a_cell_is_left_out():
    found = read(lines(names=",region,sex,age", body=[f",{line}" for line in BODY]))
    assert list(found.frame) == ["region", "sex", "age"]


def test_a_table_below_another_is_asked_about():
    data = lines(below=["", "town,colour,size", *(f"{'XYZ'[i % 3]},{['red', 'blue'][i % 2]},{i}00" for i in range(9))])
    found = read(data)
    assert len(found.frame) == 50
    left = otherwise(found, data, "another table")
    assert len(left.prepared.draft.row_numbers) == 40
    assert {c.name: c.role for c in left.prepared.columns}["age"] == "binned"


@pytest.mark.parametrize(
    "rows",
    [
        [f"{'NSE'[i // 14]},{'abc'[i // 14]},{'uvw'[i // 14]}" for i in range(40)],  # sorted: parts without names
        [f"{'NSE'[i % 3]},{i},{i * 7 % 41}" for i in range(40)],
    ],
)
def test_parts_of_one_table_are_none_of_another(rows):
    assert not question(read(lines(body=rows)), "another table")


@pytest.mark.parametrize(
    ("below", "rows"),
    [([",,", ",,"], 40), (["Source: own survey,,"], 41), (["", "Quelle: Amt,,", "Stand 2024,,"], 42)],
)
def test_lines_below_the_table(below, rows):
    data = lines(below=below)
    found = read(data)
    assert len(found.frame) == rows
    if rows > 40:
        left = otherwise(found, data, "last rows")
        assert len(left.prepared.draft.row_numbers) == 40
        assert left.prepared.draft.column("region").values == ["N", "S", "E"]


@pytest.mark.parametrize("word", ["Total", "Gesamt", "TOTAL", "Summe", "Somme", "Grand total"])
def test_a_row_of_sums_is_asked_about(word):
    counts = [f"{place},{sex},{n}" for n, (place, sex) in enumerate([(p, s) for p in "ABC" for s in "mf"], 3)]
    data = lines(names="city,sex,n", body=[*counts, f"{word},,{sum(range(3, 9))}"])
    found = read(data)
    left = otherwise(found, data, "rows of sums")
    assert found.table().n_rows == 7 and left.table().weights.sum() == sum(range(3, 9))
    assert "sum of all others" in question(found, "rows of sums").words


def test_values_that_only_sound_like_sums_are_not_asked_about():
    assert not question(read(lines(names="scope,sex,age").replace("N,", "partial,")), "rows of sums")


@pytest.mark.parametrize(("sign", "shown"), [("::", "::"), ("^", "^"), ("~", "~"), (" ", " "), ("   ", " ")])
def test_unusual_delimiters(sign, shown):
    found = read(lines(sign=sign))
    assert list(found.frame) == ["region", "sex", "age"] and len(found.frame) == 40 and found.delimiter == shown
    assert read(lines(sign=sign), delimiter=shown).frame.equals(found.frame)


def test_words_of_a_text_are_no_columns():
    sentences = [f"the {('quick', 'slow', 'lazy')[i % 3]} fox, {'number ' * (i % 4)}ran" for i in range(30)]
    assert list(read("comment\n" + "\n".join(sentences)).frame) == ["comment"]
    assert list(read("name\n" + "\n".join(["New York", "San Marino", "Los Angeles"] * 5)).frame) == ["name"]


def test_row_names_of_r_are_a_column():
    for sign in (",", ";", "\t", " "):
        found = read(lines(body=[f'"{i}",{line}' for i, line in enumerate(BODY, 1)], sign=sign))
        assert list(found.frame) == ["(row names)", "region", "sex", "age"]
        assert found.columns[0].role == "left out"


@pytest.mark.parametrize(
    "data",
    [
        'a,b\n1,"he said \\"yes\\", twice"\n2,"he said \\"no\\", once"\n3,x\n',
        'a, b\n1, "Kiel, Germany"\n2, "Bonn, Germany"\n3, x\n',
        "a,b\n'1','Kiel'\n'2','Bonn'\n'3','x'\n",
        '"a,b"\n"1,Kiel"\n"2,Bonn"\n"3,x"\n',
        '"a;b"\n"1;""Kiel; Germany"""\n"2;Bonn"\n"3;x"\n',
        'a,b\n="1","Kiel"\n="2","Bonn"\n="3",x\n',
        "a,b\n1,Kiel\n2,Bonn\n3,x\n\x1a",
    ],
)
def test_other_ways_of_quoting(data):
    found = read(data)
    assert list(found.frame) == ["a", "b"] and found.frame["a"].tolist() == ["1", "2", "3"]
    assert found.frame["b"].tolist()[2] == "x" and not any(sign in found.frame["b"][0] for sign in ("\\", '""'))
    again = read(data, **found.settings)
    assert again.frame.equals(found.frame)


WORDS = {
    "cp1252": "ort,mal\nKöln,schön\nMünchen,müde\nGießen,groß\n",
    "cp1250": "miasto,jak często\nŁódź,często\nPoznań,nigdy\nKraków,zawsze\n",
    "cp1251": "город,пол\nМосква,жен\nКазань,муж\nПермь,жен\n",
    "cp1254": "şehir,cinsiyet\nİstanbul,kadın\nIğdır,erkek\nMuğla,kadın\nŞırnak,kadın\nAğrı,erkek\n",
    "cp850": "ort,mal\nKöln,schön\nMünchen,müde\nGießen,groß\n",
    "mac_roman": "ort,mal\nKöln,schön\nMünchen,müde\nGießen,groß\n",
    "koi8_r": "город,пол\nМосква,жен\nКазань,муж\nПермь,жен\n",
    "gb18030": "城市,性别\n北京,男\n上海,女\n广州,男\n",
    "big5": "城市,性別\n臺北,男\n高雄,女\n臺南,男\n",
    "shift_jis": "都市,性別\n東京,男性\n大阪,女性\n京都,はい\n",
    "euc_kr": "도시,성별\n서울,남자\n부산,여자\n대구,남자\n",
}


@pytest.mark.parametrize("encoding", WORDS)
def test_letters_are_recognised_or_asked_about(encoding):
    data = WORDS[encoding].encode(encoding)
    found, right = read(data), read(WORDS[encoding])
    asked = question(found, "encoding")
    offered = [dict(answer.settings)["encoding"] for answer in asked.answers] if asked else []
    frames = [found.frame, *(read(data, encoding=each).frame for each in offered)]
    assert any(frame.equals(right.frame) for frame in frames)
    assert set(offered) <= set(ENCODINGS)


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("right", ["ort,mal\nKöln,schön\nZürich,à peine\nÁvila,Ðe\n", WORDS["cp1251"]])
def test_text_that_was_encoded_twice_is_read_as_it_was_meant(right, mark):
    taken = "".join(bytes([each]).decode("cp1252", "ignore") or chr(each) for each in right.encode())
    data = mark + taken.encode()
    found = read(data)
    assert found.frame.equals(read(right).frame) and found.encoding == TWICE
    assert read(data, **found.settings).frame.equals(found.frame)
    assert not otherwise(found, data, "encoding").frame.equals(found.frame)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_text_of_another_mark_is_read_again_as_its_settings_say(encoding):
    data = "ort,mal\nK\u00c3\u00b6ln,sch\u00c3\u00b6n\nWien,gut\n".encode(encoding)
    found = read(data)
    assert read(data, **found.settings).frame.equals(found.frame)


def test_letters_that_look_like_bytes_are_letters():
    assert read("ort,mal\nKöln,Ã\nÃcija,Ã¼ber\n").encoding == "utf-8"


def test_a_few_broken_bytes_are_a_note():
    data = ("ort,mal\n" + "Köln,schön\n" * 50).encode() + b"K\xf6ln,bad\n" * 2
    found = read(data)
    assert found.encoding == "utf-8" and found.frame["ort"][0] == "Köln"
    assert any("2 broken signs" in note and "line 52" in note for note in found.notes)


@pytest.mark.parametrize(
    ("cells", "parts"),
    [
        (["tap well", "well", "tap", "river", "tap river", "river well"], {"tap", "well", "river"}),
        (["a|b", "b", "a", "c|a", "c"], {"a", "b", "c"}),
        (["bus\ntram", "tram", "bus", "bus\nfoot", "foot"], {"bus", "tram", "foot"}),
        (
            ["Car (own, leased), Bike", "Bike", "Car (own, leased)", "Bike, Foot", "Foot"],
            {"Car (own, leased)", "Bike", "Foot"},
        ),
        (
            ["Train, tram or metro, Bike", "Bike", "Train, tram or metro", "Bike, Foot"],
            {"Train, tram or metro", "Bike", "Foot"},
        ),
        (["a|b", "b", "None of these", "a", "c|a", "c"], {"a", "b", "c"}),
        (["x, y", "y", "x", "z, x", "Keines davon"], {"x", "y", "z"}),
        (["['x', 'y']", "['y']", "['z', 'x']", "[]", "['x']"], {"x", "y", "z"}),
        (["[x, y]", "[y]", "[z, x]", "[x]"], {"x", "y", "z"}),
    ],
)
def test_several_answers_in_a_cell_are_asked_about(cells, parts):
    rows = [(cells[i % len(cells)], "uv"[i % 2]) for i in range(60)]
    data = "means;other\n" + "\n".join(f'"{cell}";{other}' for cell, other in rows)
    found = read(data, delimiter=";")
    split = otherwise(found, data, "several answers")
    assert {c.name.removeprefix("means: ") for c in split.prepared.columns if c.name.startswith("means: ")} == parts


@pytest.mark.parametrize(
    "cells", [["very good", "good", "bad", "very bad"], ["New York", "New Haven", "York"], ["1/2", "2/2"]]
)
def test_one_answer_of_several_words_is_not_asked_about(cells):
    data = "means;other\n" + "\n".join(f"{cells[i % len(cells)]};{'uv'[i % 2]}" for i in range(60))
    assert not question(read(data, delimiter=";"), "several answers")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Yes", "yes "),
        ("Café", "Cafe\u0301"),
        ("don't", "don\u2019t"),
        ("New York", "New\u00a0 York"),
        ("I-Phone", "i phone"),
    ],
)
def test_twins_are_asked_about_and_merged_on_demand(a, b):
    data = "x,y\n" + "\n".join(f"{value},{i % 7}" for i, value in enumerate([a] * 20 + [f'"{b}"'] * 5 + ["other"] * 20))
    found = read(data)
    if b.strip() != b:  # blanks around cells are never a part of them
        b = b.strip()
    assert found.columns[0].n_distinct == 3
    merged = otherwise(found, data, "same values")
    assert merged.prepared.draft.column("x").n_with([a]) == 25


def test_slips_of_the_pen_are_asked_about_and_other_values_are_not():
    data = "x,y\n" + "\n".join(
        f"{value},1" for value in ["Berlin"] * 30 + ["Berlni"] * 2 + ["Hamburg"] * 30 + ["Bremen"] * 25
    )
    assert "“Berlin” and “Berlni”" in question(read(data), "same values").words
    apart = ["agree", "disagree", "Austria", "Australia", "2019", "2020", "Iran", "Iraq"]
    data = "x,y\n" + "\n".join(f"{apart[i % 8]},1" for i in range(160))
    assert not question(read(data), "same values")


def test_signs_are_no_twins_of_other_signs():
    rows = [f"{'+-'[i % 2] * (1 + i // 2 % 2)},{'uvw'[i % 3]}" for i in range(60)]
    assert not question(read(lines(names="trend,other", body=rows)), "same values")


def test_what_was_settled_is_not_asked_again():
    data = lines(names="N,m,25")
    found = read(data)
    asked = question(found, "first line")
    assert not question(found.with_recipe(catviz.Recipe(asked.settled.steps)), "first line")


def test_a_script_hears_the_same_doubts(tmp_path):
    path = tmp_path / "f.csv"
    path.write_text(lines(below=["Source: Amt,,"]))
    with pytest.warns(UserWarning, match="Source: Amt.*drop"):
        catviz.read_csv(path)
    with pytest.raises(ValueError, match=r"1 doubt.*drop\('41'\)"):
        catviz.read_table(path, doubts="raise")
    assert catviz.read_csv(path, doubts="ignore").n_rows == 41
    assert catviz.read_csv(path, recipe=catviz.Recipe().drop("41"), doubts="raise").n_rows == 40
    with pytest.raises(ValueError, match="doubts"):
        catviz.read_csv(path, doubts="maybe")


def test_names_between_the_rows_are_asked_about():
    data = lines() * 3
    found = read(data)
    assert list(found.frame) == ["region", "sex", "age"] and len(found.frame) == 122
    left = otherwise(found, data, "rows of names")
    assert len(left.prepared.draft.row_numbers) == 120
    assert {c.name: c.role for c in left.prepared.columns}["age"] == "binned"


def test_comments_between_the_rows_are_asked_about():
    data = lines(body=[*BODY[:9], "# checked until here", *BODY[9:]])
    found = read(data)
    left = otherwise(found, data, "comments")
    assert len(found.frame) == 41 and len(left.prepared.draft.row_numbers) == 40


def test_a_title_with_the_delimiter_is_no_group_of_names():
    found = read(
        lines(
            "Survey, 2024, all pupils",
            names="region,sex,age,mood",
            body=[f"{line},x{i % 4}" for i, line in enumerate(BODY)],
        )
    )
    assert list(found.frame) == ["region", "sex", "age", "mood"]


def test_a_field_more_than_names_is_no_row_name_where_it_repeats():
    found = read(lines(names="region,sex"))
    assert list(found.frame) == ["region", "sex", "column 3"] and len(found.frame) == 40


def test_a_usual_delimiter_goes_before_blanks():
    found = read("id,text\n" + "\n".join(f"{i},some text {i * 7}" for i in range(30)))
    assert found.delimiter == "," and list(found.frame) == ["id", "text"]


def test_both_signs_before_decimals_are_asked_about():
    values = ["19,5", "19.5", "20", "21,25", "22.75"]
    data = "x;y\n" + "\n".join(f"{values[i % 5]};{'uv'[i % 2]}" for i in range(50))
    found = read(data)
    assert found.columns[0].role == "category"
    numbers = otherwise(found, data, "both signs").prepared
    assert numbers.columns[0].role == "binned" and sorted(set(numbers.draft.column("x").numbers)) == [
        19.5,
        20,
        21.25,
        22.75,
    ]
    assert not question(read("x;y\n" + "\n".join(["1.2.1;a", "1.3;b", "1,5;c"] * 9)), "both signs")


def test_a_last_case_that_answered_nothing_is_a_case():
    for data in (
        "id,q1,q2\n" + "\n".join(f"{i},{i % 3},{i % 2}" for i in range(40)) + "\n40,,\n",
        "q,age\n" + "1,20\n2,30\n" * 20 + ",31\n",
    ):
        assert not question(read(data), "last rows")
    assert question(read("region,n\nN,10\nS,20\nE,20\n,50\n"), "last rows")
    assert question(read("id,q1\n" + "\n".join(f"ID{i},{i % 3}" for i in range(40)) + "\nSource: x,\n"), "last rows")
