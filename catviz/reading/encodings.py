"""Bytes as text: the encoding by its marks, by what is valid, and by a detector; asked about where several would do."""

from __future__ import annotations

import codecs
import itertools
import re

import numpy as np
from charset_normalizer import from_bytes

from catviz.reading.doubts import ROWS, Answer, Question
from catviz.table.codebook import label_text
from catviz.wording import number_of

#: Text of UTF-8 that was taken for one of western Europe and written as UTF-8 again: "KÃ¶ln".
TWICE = "utf-8 twice"
#: How `str.encode` treats what Windows-1252 has no sign for.
_UNASSIGNED = "catviz: as bytes"
#: Encodings that files are read in, each with what it is called, as the page offers them.
ENCODINGS = {
    "utf-8": "UTF-8",
    TWICE: "UTF-8, encoded twice",
    "cp1252": "Windows, western Europe",
    "cp1250": "Windows, central Europe",
    "cp1251": "Windows, Cyrillic",
    "cp1253": "Windows, Greek",
    "cp1254": "Windows, Turkish",
    "latin-1": "Latin-1",
    "iso8859-15": "Latin-9",
    "iso8859-2": "Latin-2",
    "cp850": "DOS, western Europe",
    "cp852": "DOS, central Europe",
    "mac_roman": "Mac, western Europe",
    "koi8_r": "KOI8, Cyrillic",
    "gb18030": "Chinese, simplified (GBK)",
    "big5": "Chinese, traditional (Big5)",
    "shift_jis": "Japanese (Shift JIS)",
    "euc_jp": "Japanese (EUC)",
    "euc_kr": "Korean (EUC)",
    "utf-16": "UTF-16",
}
#: The detector's name of an encoding that is offered under another.
_OFFERED = {"cp932": "shift_jis"}
_SOUGHT = (
    *("gb18030", "big5", "cp932", "euc_kr", "euc_jp", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254"),
    *("cp850", "cp852", "mac_roman", "koi8_r"),
)
#: Of the bytes beyond ASCII, the share that may be broken in a text of UTF-8; and bytes that the detector reads.
_MOST_BROKEN, _SAMPLE = 0.1, 1 << 16
#: How much less plausible an encoding may be than the best to be asked about.
_CLOSE = 0.15
#: Letters beyond ASCII of languages, small: German, French, Spanish, Portuguese, Italian, Nordic ones, Polish, Czech
#: and Slovak, Hungarian, Romanian, Turkish, Croatian, Russian with Ukrainian, Greek.
_LETTERS = tuple(
    map(
        frozenset,
        (
            *("äöüß", "éèêëàâçîïôùûœæ", "áéíóúñüº", "ãõáéíóúâêôçà", "àèéìòù", "åäöæøé", "ąćęłńóśźż"),
            *("áčďéěíňóřšťúůýžľôä", "áéíóöőúüű", "ăâîșțşţ", "çğıöşüi\u0307â", "čćđšž"),
            *("абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊ"),
        ),
    )
)
_SIGNS = frozenset("€£°§–—“”„‘’…·²³«»©®")
#: What a letter that stands alone is worth, a sign of a text, and a sign within a word.
_ALONE, _SIGN, _WITHIN = 0.2, 0.8, -1.0
#: How much the detector's mess and its coherence count beside the letters.
_MESS, _COHERENCE = 2.0, 0.25
#: Where letters begin that are not Latin; and how much more, or less, often files are in an encoding.
_NOT_LATIN, _PRIOR = "\u0370", {"cp1252": 0.1, "mac_roman": -0.1}
#: Signs of eastern Asia that a text in one of its encodings has at least.
_FEWEST_WIDE = 4
#: The mess of an encoding that the detector has dropped; and what scripts are worth in encodings of eastern Asia.
_DROPPED = 0.08
_WIDE = {"kana": ("\u3040", "\u30ff"), "han": ("\u4e00", "\u9fff"), "hangul": ("\uac00", "\ud7a3")}
_WORTH = {
    **dict.fromkeys(("gb18030", "big5"), {"han": 1.0}),
    **dict.fromkeys(("shift_jis", "euc_jp"), {"kana": 1.0, "han": 1.0}),
    "euc_kr": {"hangul": 1.0, "han": 0.3},
}


class UndecodableError(ValueError):
    """Bytes that are no text in an encoding: a sentence without its subject."""


def decoded(data: bytes, encoding: str | None) -> tuple[str, str, str, tuple[Question, ...]]:
    """Decode the bytes of a file.

    Parameters
    ----------
    data : bytes
    encoding : str or None
        Found out where None.

    Returns
    -------
    tuple of text, encoding, a sentence why, and the question where other encodings would do as well

    Raises
    ------
    UndecodableError
        Not valid in the encoding.
    LookupError
        No encoding of text of that name.
    """
    if encoding == TWICE:
        return _decoded_again(_as_text(data, "utf-8")) or _as_text(data, "utf-8"), TWICE, f"Encoding {TWICE}.", ()
    if encoding is not None:
        mended = _mended(data) if encoding == "utf-8" else None
        return (*mended, ()) if mended else (_as_text(data, encoding), encoding, f"Encoding {encoding}, as given.", ())
    marked = _by_mark(data)
    if marked is not None:
        text = _as_text(data, marked[0]).removeprefix("\ufeff")
        return (_of_twice(text) if marked[0] == "utf-8-sig" else None) or (text, *marked, ())
    try:
        text = _as_text(data, "utf-8")
        return _of_twice(text) or (text, "utf-8", "Encoding UTF-8, since all bytes are valid in it.", ())
    except UndecodableError:
        pass
    mended = _mended(data)
    return (*mended, ()) if mended else _detected(data)


def _of_twice(text: str) -> tuple[str, str, str, tuple[Question, ...]] | None:
    """What `decoded` gives for a text that was encoded twice; None for any other."""
    meant = _decoded_again(text)
    if meant is None:
        return None
    written, read = _strange_word(text), _strange_word(meant)
    note = f"Encoding UTF-8, twice: {written} is read as {read}."
    words = f"does {written} stand for {read}? The file seems to be UTF-8 that was taken for another encoding."
    as_written = Answer("As written", settings=(("encoding", "utf-8"),))
    return meant, TWICE, note, (Question("encoding", words, (as_written,), (), read[1:-1], ROWS),)


def _decoded_again(text: str) -> str | None:
    """The text that was taken for one of western Europe, if all its letters beyond ASCII are bytes of UTF-8."""
    beyond = re.search(r"[^\x00-\x7f]+", text)
    if beyond is None:
        return None
    try:
        for part in (beyond[0], text):
            meant = part.encode("cp1252", _UNASSIGNED).decode("utf-8")
    except ValueError:
        return None
    return meant.removeprefix("\ufeff")


def _as_bytes(error: UnicodeError) -> tuple[bytes, int]:
    """The five bytes to which Windows-1252 gives no sign, which programs keep as they are; an error for all others."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return error.object[error.start : error.end].encode("latin-1"), error.end


codecs.register_error(_UNASSIGNED, _as_bytes)


def _mended(data: bytes) -> tuple[str, str, str] | None:
    """(text, encoding, a sentence) of UTF-8 in which a few bytes are broken; else None."""
    try:
        data.decode("utf-8")
        return None
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    broken, beyond = text.count("\ufffd"), sum(ord(sign) > 127 for sign in text)
    if broken > max(1, _MOST_BROKEN * beyond) or beyond <= 2 * broken:
        return None
    line = text.count("\n", 0, text.index("\ufffd")) + 1
    signs = number_of(broken, "broken sign")
    return text, "utf-8", f"Encoding UTF-8, but for {signs}, the first in line {line:,}: shown as \ufffd."


def _by_mark(data: bytes) -> tuple[str, str] | None:
    """(encoding, a sentence why) by a byte order mark, or by the zeros of UTF-16."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32", "Encoding UTF-32, by its byte order mark."
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig", "Encoding UTF-8, by its byte order mark."
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", "Encoding UTF-16, by its byte order mark."
    wide = _utf16_by_zeros(data)
    return (wide, "Encoding UTF-16 without a byte order mark, since every other byte is zero.") if wide else None


def _detected(data: bytes) -> tuple[str, str, str, tuple[Question, ...]]:
    """What the detector finds, and the question where other encodings give other plausible letters."""
    lines = [line for line in data[:_SAMPLE].splitlines()[:-1] or [data] if not line.isascii()] or [data]
    sample = b"\n".join(lines)
    matches = {match.encoding: match for match in from_bytes(sample, cp_isolation=list(_SOUGHT))}
    least = min((match.chaos for match in matches.values()), default=0.0)
    texts: dict[str, str] = {}
    score: dict[str, float] = {}
    for sought in _SOUGHT:
        match, encoding = matches.get(sought), _OFFERED.get(sought, sought)
        if (match is None and encoding in _WORTH) or not _decodes(data, sought):
            continue
        mess, coherence = (match.chaos, match.coherence) if match else (least + _DROPPED, 0.0)
        text = sample.decode(sought)
        if encoding in _WORTH and sum(sign > "\u2e80" for sign in text) < _FEWEST_WIDE:
            continue
        if text not in texts.values():
            texts[encoding] = text
            score[encoding] = _plausibility(text, encoding) - _MESS * mess + _COHERENCE * coherence
    ranked = sorted(texts, key=lambda encoding: -score[encoding])
    if not ranked:
        encoding = "cp1252" if _decodes(data, "cp1252") else "latin-1"
        note = "Encoding Windows-1252 (Latin-1), since the bytes are not valid UTF-8: look at letters with accents."
        return _as_text(data, encoding), encoding, note, ()
    best = ranked[0]
    note = f"Encoding {ENCODINGS[best]} ({best}), as a detector finds, since the bytes are not valid UTF-8."
    rivals = [encoding for encoding in ranked[1:4] if score[best] - score[encoding] < _CLOSE]
    others = [f"{_strange_word(texts[rival], texts[best])} in {rival}" for rival in rivals]
    shown = _strange_word(texts[best], texts[rivals[0]]) if rivals else ""
    words = f"is the file's encoding {best}? {shown} would be {', '.join(others)}."
    answers = tuple(Answer(ENCODINGS[rival], settings=(("encoding", rival),)) for rival in rivals)
    asked = (Question("encoding", words, answers, (), ENCODINGS[best], ROWS),) if rivals else ()
    return _as_text(data, best), best, note, asked


def _plausibility(text: str, encoding: str) -> float:
    """The share of the signs beyond ASCII that are letters of one language, in words; less what no word has."""
    beyond = [i for i, sign in enumerate(text) if ord(sign) > 127]
    if not beyond:
        return 0.0
    letters = [text[i].lower() for i in beyond if text[i].isalpha() and _in_word(text, i)]
    known = max(sum(letter in language for letter in letters) for language in _LETTERS)
    worth = _WORTH.get(encoding, {})
    wide = sum(
        worth[script] * sum(low <= text[i] <= high for i in beyond)
        for script, (low, high) in _WIDE.items()
        if script in worth
    )
    alone = 0.0 if worth else _ALONE * sum(text[i].isalpha() and not _in_word(text, i) for i in beyond)
    signs = [text[i] for i in beyond if not text[i].isalpha()]
    within = sum(_in_word(text, i, 2) and text[i] != "\u2019" for i in beyond if not text[i].isalpha())
    apostrophes = sum(text[i] == "\u2019" and _in_word(text, i, 2) for i in beyond)
    known_signs = sum(sign in _SIGNS for sign in signs)
    pairs = list(itertools.pairwise(text))
    odd = len(signs) - known_signs + sum(a.islower() and b.isupper() for a, b in pairs)
    odd += sum(a.isalpha() and b.isalpha() and (a >= _NOT_LATIN) != (b >= _NOT_LATIN) for a, b in pairs)
    return _PRIOR.get(encoding, 0.0) + (
        known + wide + alone + apostrophes + _SIGN * known_signs + _WITHIN * (2 * within + odd)
    ) / len(beyond)


def _in_word(text: str, i: int, n: int = 1) -> bool:
    """True where at least so many of the two signs around a place are letters."""
    return sum(sign.isalpha() for sign in (text[max(i - 1, 0) : i], text[i + 1 : i + 2])) >= n


def _strange_word(text: str, other: str = "") -> str:
    """A word with a letter beyond ASCII, in quotes; where another reading is given, one that differs from it."""
    words = re.findall(r"[^\s,;|\"']*[^\x00-\x7f][^\s,;|\"']*", text)
    theirs = re.findall(r"[^\s,;|\"']*[^\x00-\x7f][^\s,;|\"']*", other)
    pairs = [word for word, their in zip(words, theirs, strict=False) if word != their] or words
    return f"“{pairs[0][:30]}”" if pairs else "“”"


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _as_text(data: bytes, encoding: str) -> str:
    """The bytes as text; lone surrogates, which no text can hold, are spelt out."""
    try:
        try:
            return data.decode(encoding).removeprefix("\ufeff")
        except UnicodeDecodeError:
            if not codecs.lookup(encoding).name.startswith("utf-"):
                raise
            return label_text(data.decode(encoding, "surrogatepass")).removeprefix("\ufeff")
    except ValueError as error:
        place = f" at byte {error.start:,}" if isinstance(error, UnicodeDecodeError) else ""
        raise UndecodableError(
            f"is not valid {encoding}{place}: choose another encoding or save the file as UTF-8"
        ) from None


def _utf16_by_zeros(data: bytes) -> str | None:
    head = np.frombuffer(data[:4096], dtype=np.uint8)
    if len(data) % 2 or len(head) < 4:
        return None
    even, odd = (head[0::2] == 0).mean(), (head[1::2] == 0).mean()
    if max(even, odd) < 0.4 or min(even, odd) > 0.05:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"
