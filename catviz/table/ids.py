"""Columns that say whose row it is, rather than anything about the row: recognised by their name and their values."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Words of names that stand for an id alone.
_IDS = frozenset(
    (
        *("id", "ids", "idno", "idnr", "idnum", "uid", "uuid", "guid", "pid", "hid", "hhid", "identifier"),
        *("kennung", "caseno", "respno", "seqn", "seqno", "seqnr", "pidp", "hidp", "mergeid", "serial"),
    )
)
_PERSONS = frozenset(
    (
        *("person", "individual", "respondent", "participant", "patient", "proband", "teilnehmer", "befragter"),
        *("befragte", "versuchsperson", "vpn"),
    )
)
#: Whole names that stand for an id if their values look like codes: "subject" may be one of a school. In the singular:
#: "customers" are counted.
_OTHERS = frozenset(
    (
        *("subject", "household", "haushalt", "family", "user", "customer", "kunde", "client"),
        *("student", "pupil", "schüler", "animal", "case", "employee", "mitarbeiter", "worker"),
        *("member", "mitglied"),
    )
)
_CODES = frozenset(("code", "key"))
#: Words that make a number of what stands before them; all but these may be the name of a running number.
_NUMBERS = frozenset(("nr", "no", "num", "number", "nummer", "numero", "nbr")) | _CODES
#: What else such a number, or an id, may be one of; alone they are names of other things.
_NUMBERED = frozenset(
    (
        *("resp", "subj", "pat", "part", "hh", "stud", "cust", "emp", "pers", "vp", "ma", "lfd", "laufende", "fall"),
        *("staff", "personal", "basket", "cart", "invoice", "receipt", "bon", "rechnung", "rechnungs"),
        *("transaction", "session", "order", "bestell", "ticket", "account", "konto", "record", "obs"),
        *("observation", "sample", "patienten", "haushalts", "mitglieds", "personen"),
        *("probanden", "kunden"),
    )
)
#: Words of names of codes: numbers that have no size.
_OF_CODES = frozenset(
    (
        *("code", "codes", "kod", "codigo", "código", "codice", "plz", "postleitzahl", "postcode", "postcodes", "zip"),
        *("version", "versions"),
        *(
            "zipcode",
            "zips",
            "postal",
            "postnummer",
            "cep",
            "cap",
            "fips",
            "geoid",
            "tract",
            "ags",
            "gkz",
            "nuts",
            "insee",
        ),
        *(
            "siren",
            "siret",
            "naics",
            "sic",
            "nace",
            "isco",
            "isic",
            "soc",
            "noga",
            "icd",
            "icd9",
            "icd10",
            "ops",
            "drg",
        ),
        *("cpt", "hcpcs", "atc", "snomed", "ean", "gtin", "isbn", "issn", "upc", "sku", "vorwahl", "dialing", "prefix"),
        *("phone", "telefon", "telephone", "tel", "mobile", "fax", "iban", "bic", "blz", "vin", "imei", "iso", "taxon"),
    )
)
#: Words of names of groups whose few whole numbers stand for kinds: of sex, region, religion.
_OF_GROUPS = frozenset(
    (
        *(
            "sex",
            "gender",
            "geschlecht",
            "sexe",
            "sexo",
            "sesso",
            "geslacht",
            "plec",
            "płeć",
            "genre",
            "genero",
            "género",
        ),
        *(
            "region",
            "regio",
            "bundesland",
            "state",
            "province",
            "kanton",
            "county",
            "district",
            "country",
            "land",
            "pays",
        ),
        *("race", "ethnicity", "ethnic", "religion", "confession", "konfession", "denomination", "party", "partei"),
        *("marital", "familienstand", "insurance", "versicherung", "krankenversicherung", "occupation", "beruf"),
        *(
            "industry",
            "branche",
            "nationality",
            "nationalität",
            "colour",
            "color",
            "farbe",
            "type",
            "typ",
            "kind",
            "art",
        ),
        *("species", "zone", "cluster", "segment", "treatment", "arm", "mode", "brand", "marke", "product", "produkt"),
    )
)
#: Words of names of times, which have two digits.
_OF_TIMES = frozenset(
    (
        *(
            "month",
            "monat",
            "mois",
            "mes",
            "mese",
            "maand",
            "mês",
            "miesiac",
            "miesiąc",
            "day",
            "tag",
            "jour",
            "dia",
            "día",
        ),
        *(
            "giorno",
            "dag",
            "dzien",
            "dzień",
            "hour",
            "stunde",
            "heure",
            "hora",
            "ora",
            "uur",
            "godzina",
            "week",
            "woche",
        ),
        *("semaine", "semana", "settimana", "tydzien", "tydzień", "kw", "minute", "year", "jahr", "hh", "mm", "dd"),
    )
)
#: Values that an id has at least; with fewer it is more likely an attribute.
FEWEST = 10
#: The same where the name is that of a unit alone: "household" may be its size.
_FEWEST_UNITS = 13
#: Rows of a value on average, from which on rows of one unit are many.
REPEATED = 2


def words_of(name: str) -> list[str]:
    """The words of a column's name, in small letters.

    Examples
    --------
    >>> words_of("basket_id"), words_of("CaseID"), words_of("MA-Nr. 2")
    (['basket', 'id'], ['case', 'id'], ['ma', 'nr'])
    """
    parts = re.split(r"[\W_\d]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).casefold())
    return [part for part in parts if part]


def why_id(name: str, values: Sequence[str], n_present: int) -> str:
    """Why a column is an id by its name, with so many values; empty if it is none.

    Parameters
    ----------
    name : str
    values : sequence of str
        Its different values.
    n_present : int
        Rows that have one.

    Examples
    --------
    >>> why_id("person", [f"ID{i:03d}" for i in range(110)], 300)
    "named 'person', with 110 different values on 300 rows"
    >>> why_id("subject", ["maths", "history"] + list("abcdefghijklmn"), 300), why_id("paid", list("0123456789abc"), 20)
    ('', '')
    """
    n = len(values)
    if name.casefold() in ("id", "index"):
        return f"named {name!r}, so it identifies rows rather than describing them"
    every = n == n_present > 2
    fewest = {"id": FEWEST, "person": _FEWEST_UNITS, "other": _FEWEST_UNITS, "number": n_present // 2 + 1}
    kind = _kind(words_of(name))
    if not kind or any(_DECIMALS.fullmatch(value) for value in values):
        return ""
    if n < max(FEWEST, fewest[kind]) and not (every and kind == "id"):
        return ""
    if kind == "other" and not all(_HAS_DIGIT.search(value) for value in values):
        return ""
    if every:
        return f"named {name!r}, and every value is different"
    return f"named {name!r}, with {n:,} different values on {n_present:,} rows"


def kind_of_codes(name: str) -> str:
    """ "codes" for the name of codes, "groups" for one of kinds that may be numbered; else empty.

    Examples
    --------
    >>> kind_of_codes("PLZ"), kind_of_codes("country_code"), kind_of_codes("Geschlecht"), kind_of_codes("age")
    ('codes', 'codes', 'groups', '')
    """
    words = set(words_of(name))
    return "codes" if words & _OF_CODES or name.casefold() in _OF_CODES else "groups" if words & _OF_GROUPS else ""


def counts_time(name: str) -> bool:
    """True for the name of months, days or hours."""
    return bool(_OF_TIMES & set(words_of(name)))


def repeats_units(name: str, n_distinct: int, n_rows: int) -> bool:
    """True where a column is named like one of persons or other units, and these have several rows each.

    Parameters
    ----------
    name : str
        Of the column.
    n_distinct, n_rows : int
        Its values, and the rows of the table.

    Examples
    --------
    >>> repeats_units("person_id", 30, 300), repeats_units("person_id", 300, 300), repeats_units("colour", 30, 300)
    (True, False, False)
    """
    named = any(word in _PERSONS or word in _OTHERS or _kind([word]) == "id" for word in words_of(name))
    return named and n_distinct >= FEWEST and n_rows >= REPEATED * n_distinct


def _kind(words: Sequence[str]) -> str:
    """What kind of id a name is one of: "id", "person", "other", "number", or none of them."""
    if any(word in _IDS or _is_compound(word) for word in words):
        return "id"
    units = [word for word in words if word not in _NUMBERS]
    if not units:
        return "number" if words and not _CODES & set(words) else ""
    numbered = len(units) < len(words) and words[-1] in _NUMBERS
    if all(word in _PERSONS or (numbered and word in _NUMBERED) for word in units):
        return "person"
    if all(word in _PERSONS or word in _OTHERS or (numbered and word in _NUMBERED) for word in units):
        return "other"
    return "number" if words[-1] in ("nr", "nummer") else ""


def _is_compound(word: str) -> bool:
    """True for a unit and a word for its number in one, such as "patientid" or "kundennummer"."""
    for ending in ("id", "nummer", "nr"):
        if word.endswith(ending):
            start = word.removesuffix(ending)
            if start in _PERSONS or start in _OTHERS or start in _NUMBERED:
                return True
    return False


_DECIMALS = re.compile(r"[+-]?\d*[.,]\d+", re.ASCII)
_HAS_DIGIT = re.compile(r"\d")
