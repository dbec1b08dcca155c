"""References from references.bib: as a line to read, and as BibTeX to copy."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pybtex.database import BibliographyData, Entry, Person, parse_file
from pylatexenc.latex2text import LatexNodes2Text

FILE = Path(__file__).resolve().parents[1] / "references.bib"


@cache
def entries() -> BibliographyData:
    """All references by their keys."""
    return parse_file(FILE)


def reference(key: str) -> str:
    """Markdown: authors, year, title, where it appeared and the DOI where it is known."""
    entry = entries().entries[key]
    authors = _listed([_name(person) for person in entry.persons.get("author") or entry.persons["editor"]])
    authors += "" if "author" in entry.persons else " (eds.)"
    title = _text(entry.fields["title"]).rstrip(".")
    parts = [f"{authors} ({entry.fields.get('year', 'undated')}). {title}.", *_where(entry)]
    doi = entry.fields.get("doi")
    return " ".join([*parts, *([f"[doi:{doi}](https://doi.org/{doi})"] if doi else [])])


def bibtex(key: str) -> str:
    """The entry as it stands in a BibTeX file."""
    return BibliographyData({key: entries().entries[key]}).to_string("bibtex").strip()


def _name(person: Person) -> str:
    initials = [f"{name[0]}." for name in [*person.first_names, *person.middle_names]]
    return _text(" ".join([*person.prelast_names, *person.last_names]) + ", " + " ".join(initials))


def _listed(names: list[str]) -> str:
    return " & ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _where(entry: Entry) -> list[str]:
    fields = {name: _text(value) for name, value in entry.fields.items()}
    if "journal" in fields:
        number = f"({fields['number']})" if "number" in fields else ""
        pages = f", {fields['pages']}" if "pages" in fields else ""
        return [f"*{fields['journal']}* {fields['volume']}{number}{pages}."]
    if "booktitle" in fields:
        pages = f", {fields['pages']}" if "pages" in fields else ""
        return [f"In *{fields['booktitle']}*{pages}."]
    return [f"{fields[name]}." for name in ("institution", "publisher", "note") if name in fields]


def _text(latex: str) -> str:
    return LatexNodes2Text().latex_to_text(latex).replace("--", "–")
