"""Files of tests/reading/files: recipe, link and script give one table; so does the notebook of answered questions."""

import json
import os
import warnings
from pathlib import Path

import pytest

from catviz.export import code
from catviz.export.code import Source
from catviz.reading.delimited import UnreadableError
from catviz.reading.recipe import Recipe
from catviz.ui.state.preparation import Preparation, decoded, encoded
from catviz.ui.state.uploads import Upload

FILES = Path(__file__).parents[1] / "reading" / "files"
#: Files that are refused, by design or since their letters cannot be known.
REFUSED = {"protected.ods"}
NAMES = sorted(path.name for path in FILES.iterdir() if path.name not in REFUSED)


def answered(upload):
    """The preparation after the first answer to each question that has one."""
    for _ in range(20):
        asked = [question for question in upload.inspected.questions if question.answers]
        if not asked:
            break
        answer = asked[0].answers[0]
        settings = dict(upload.settings) | dict(answer.settings)
        steps = Recipe((*upload.inspected.recipe.steps, *answer.steps))
        try:
            upload.read(tuple(settings.items()), steps)
        except ValueError:  # an answer that no longer fits the file as it is read now
            upload.read(upload.settings, Recipe((*upload.inspected.recipe.steps, *asked[0].settled.steps)))
    return Preparation(upload.inspected.recipe, upload.settings)


def of_notebook(pieces):
    """The code in the cells of a notebook."""
    cells = json.loads(code.notebook(pieces))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def table_of(text):
    """The table that code leaves."""
    found = {}
    exec(text, found)
    return found["table"]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", NAMES)
def test_recipe_link_script_and_notebook_give_the_same_table(name):
    data = (FILES / name).read_bytes()
    former = os.getcwd()
    os.chdir(FILES)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                upload = Upload(name, data)
            except UnreadableError:
                pytest.skip("its reader is not installed: make extras")
            for preparation, write in ((Preparation(), code.script), (answered(upload), of_notebook)):
                upload.read(preparation.reading, preparation.recipe)
                wanted = upload.table.fingerprint
                again = Upload(name, data)
                kept = decoded(encoded(preparation))
                again.read(kept.reading, Recipe.from_json(kept.recipe.to_json()))
                assert again.table.fingerprint == wanted, "the link"
                typed, target = upload.inspected.typed, upload.table.target_name
                source = Source(
                    name, False, upload.reading, typed, preparation.recipe, own_target=target, target=target
                )
                assert table_of(write([code.load(source)])).fingerprint == wanted, write.__name__
    finally:
        os.chdir(former)
