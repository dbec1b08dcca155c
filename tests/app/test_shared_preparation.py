"""A link about a prepared file, opened in another browser: with the file comes everything that was chosen."""

from survey import SURVEY

from catviz.reading.recipe import Recipe
from catviz.ui.state.preparation import Preparation, encoded

ORDER = ["schlecht", "mittel", "gut"]
FILE = "survey.csv", SURVEY.to_csv(index=False).encode()
LEGENDS = """() => [...document.querySelectorAll('.js-plotly-plot')].map(
  plot => (plot._fullData || []).filter(t => t.showlegend).map(t => t.name).filter(name => name !== '(missing)'))"""


def test_the_file_brings_back_the_page_its_choices_and_the_preparation(tab):
    explorer = tab()
    explorer.goto("columns")
    explorer.upload("Your own table", FILE)
    recipe = Recipe().missing(["Keine Angabe"]).order("mood", ORDER).role("city", "known classes").role("w", "id")
    content = recipe.to_json().encode()
    explorer.page.locator("summary").filter(has_text="Prepare").click()
    explorer.upload("Open a recipe", ("recipe.json", content))
    explorer.wait_for("Prepare · 4 steps")
    explorer.click_page("Rows")
    explorer.segment("Map", "PCA")
    explorer.choose("Colour", "mood")
    assert ORDER in explorer.page.evaluate(LEGENDS)
    link, chosen = explorer.copied_link(), explorer.query()

    other = tab()
    other.open(link)
    assert any("belongs to the file survey.csv, which it does not contain" in words for words in other.alerts())
    assert other.chosen("Data set") != chosen["data"]
    other.upload("Your own table", FILE)
    other.settle(1)
    assert other.page.url.split("?")[0].endswith("/rows"), "the page of the link stays"
    assert other.query() == chosen and chosen["prep"] == encoded(Preparation(recipe))
    assert other.chosen("Known classes") == "city" and other.chosen("Colour") == "mood"
    assert ORDER in other.page.evaluate(LEGENDS) and not other.alerts()
    other.open(other.page.url)
    assert other.query() == chosen, "the address waits for the file"
    other.upload("Your own table", ("later.csv", FILE[1] + FILE[1].splitlines(keepends=True)[-1]))
    assert any("The link is about another file, survey.csv" in words for words in other.alerts())
    assert "prep" not in other.query()
