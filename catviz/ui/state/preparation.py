"""How tables are read and prepared in this session: steps added and undone, and the link that carries them."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import dataclass
from typing import Any

from catviz.reading.recipe import Recipe
from catviz.reading.steps import RenameColumn, Role, Step
from catviz.ui.labels import COLUMNS, PREPARE, SAVE_RECIPE
from catviz.ui.state import cache, controls, link, session, uploads
from catviz.ui.state.uploads import Settings, Upload

#: Of the link.
KEY = "prep"
#: Characters of a preparation that a link may carry.
LONGEST = 3_000
_LARGEST = 1_000_000
_READING = {
    **{"delimiter": str, "encoding": str, "decimal": str, "missing": list},
    **{"header": bool | int | list, "skip": int, "fill_merged": bool},
}


@dataclass(frozen=True)
class Preparation:
    """The steps that prepare a table, and how its file is read where that was set by hand."""

    recipe: Recipe = Recipe()
    reading: Settings = ()


def of(data: str) -> Preparation:
    """The preparation of a data set, by the title it is listed under; what the link asks for is taken over first."""
    text = link.asked(KEY)
    if text is not None and not session.AWAITED.there:
        try:
            put(data, decoded(text))
        except ValueError as error:
            link.note(f"The preparation in the link was left out: {error}.")
    kept, upload = _preparations().get(data), _upload(data)
    if upload is None:
        return kept or Preparation()
    fresh = Preparation(upload.inspected.recipe, upload.settings)
    if kept is None or kept == fresh:
        return fresh
    upload.read(kept.reading, kept.recipe)  # the same file, opened again
    return kept


def put(data: str, preparation: Preparation) -> None:
    """Prepare a data set otherwise; ValueError where that cannot be, and nothing changes."""
    upload = _upload(data)
    if upload is not None:
        upload.read(preparation.reading, preparation.recipe)
    else:
        cache.bundled_prepared(data, preparation.recipe.to_json())
    _preparations()[data] = preparation


def _upload(data: str) -> Upload | None:
    upload = uploads.current()
    return upload if upload is not None and data == upload.title else None


def change(data: str, recipe: Recipe, reading: Settings | None = None) -> bool:
    """In a callback: prepare a data set otherwise; the reason is kept for the page where that cannot be."""
    before = of(data)
    try:
        put(data, Preparation(recipe, before.reading if reading is None else reading))
    except ValueError as error:
        session.PREPARATION_ERROR.put(str(error))
        return False
    session.PREPARATION_CHANGED.put(True)
    if reading is not None or _single_roles(before.recipe) != _single_roles(recipe):
        # what a step says of known classes and weights holds, not what was chosen before
        link.forget("groups", "weights")
    return True


def _single_roles(recipe: Recipe) -> list[Step]:
    """The steps that give a role which one column has at most."""
    return [step for step in recipe.steps if isinstance(step, Role) and step.role in ("known classes", "weight")]


def add(data: str, *steps: Step) -> bool:
    """In a callback: add steps to the preparation of a data set."""
    recipe = of(data).recipe
    changed = change(data, Recipe((*recipe.steps, *steps)))
    roles = {step.column: step.role for step in steps if isinstance(step, Role)}
    if changed and "known classes" in roles.values():
        link.forget("group", "cross")
    elif changed and controls.kept("groups") in roles:
        link.forget("groups", "group", "cross")  # the outcome is used as something else from now on
    for step in steps if changed else ():
        if isinstance(step, RenameColumn):
            controls.rename(step.column, step.name, "groups", "weights", "cross")
    return changed


def write_link(data: str) -> str:
    """Put the preparation of a data set into the link; a sentence where it is too long for that, else nothing."""
    preparation = of(data)
    if preparation == Preparation():
        return ""
    text = encoded(preparation)
    if len(text) > LONGEST:
        return (
            f"The link leaves out how the table was prepared, which takes {len(text):,} characters where {LONGEST:,} "
            f"is the limit: on the page {COLUMNS}, under {PREPARE}, press “{SAVE_RECIPE}” and send the file along."
        )
    link.write(KEY, text)
    return ""


def encoded(preparation: Preparation) -> str:
    """A preparation as a word for a link."""
    content = {"recipe": json.loads(preparation.recipe.to_json()), "reading": dict(preparation.reading)}
    text = json.dumps(content, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def decoded(text: str) -> Preparation:
    """The preparation that `encoded` wrote; ValueError for any other word."""
    try:
        unpacker = zlib.decompressobj()
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        content = json.loads(unpacker.decompress(packed, _LARGEST))
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        raise ValueError("it cannot be read, so the link may have been cut off") from None
    if not isinstance(content, dict) or not unpacker.eof:
        raise ValueError("it cannot be read, so the link may have been cut off")
    reading = content.get("reading")
    if not isinstance(reading, dict) or not all(_is_setting(key, value) for key, value in reading.items()):
        raise ValueError("it says in an unknown way how the file is read")
    settings = {key: tuple(value) if isinstance(value, list) else value for key, value in reading.items()}
    return Preparation(Recipe.from_json(json.dumps(content.get("recipe"))), tuple(settings.items()))


def _is_setting(key: str, value: Any) -> bool:
    fits = key in _READING and isinstance(value, _READING[key])
    kind = {"missing": str, "header": int}.get(key)
    return fits and (kind is None or not isinstance(value, list) or all(isinstance(each, kind) for each in value))


def _preparations() -> dict[str, Preparation]:
    return session.PREPARATIONS.first(dict)
