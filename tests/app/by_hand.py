"""A table prepared, named and read by mouse and keyboard: for tests that go the whole way in a real browser."""

import re

GRID = """(table) => [...table.querySelectorAll('canvas tr')].map(
  row => [...row.querySelectorAll('th,td')].map(cell => cell.textContent))"""


def open_panel(explorer):
    """Open Prepare."""
    explorer.unfold(explorer.page.locator("summary").filter(has_text=re.compile("Prepare")))
    explorer.box("Column to prepare").wait_for()


def change(explorer, column, what):
    """Choose a column and what is to be done with it."""
    pick(explorer, "Column to prepare", column)
    pick(explorer, "Change", what)


def pick(explorer, label, option):
    """Choose in a select box what is not chosen yet."""
    explorer.settle()  # what still arrives would close the list
    if explorer.chosen(label) == option:
        return
    explorer.box(label).click()
    explorer.box(label).fill(option)
    explorer.page.get_by_role("option", name=option, exact=True).first.click()
    explorer.settle()


def pick_several(explorer, label, options):
    """Choose in a box of several choices."""
    box = explorer.page.get_by_role("combobox", name=label, exact=True)
    for option in options:
        box.click()
        box.fill(option)
        explorer.page.get_by_role("option", name=option, exact=True).first.click()
    explorer.page.keyboard.press("Escape")
    explorer.settle(0.1)


def write(explorer, label, text):
    """Write into a box of text, and leave it as it is: the next button is pressed right after."""
    explorer.page.get_by_label(label, exact=True).first.fill(text)


def take(explorer, label, steps):
    """Press a button of the panel, and wait until it has so many steps."""
    explorer.page.locator('[data-testid="stMain"]').get_by_role("button", name=label, exact=True).click()
    words = f"Prepare · {steps} step" + ("s" if steps > 1 else "")
    explorer.page.locator("summary").filter(has_text=re.compile(f"{words}$")).wait_for()
    explorer.settle(0.1)


def put_in_order(explorer, values):
    """Move the values of the order's editor with the keyboard; the next button may be pressed at once."""
    for place, value in enumerate(values):
        button = explorer.page.locator("ol li button").filter(has_text=re.compile(rf"^\d+{re.escape(value)}$"))
        now = int(button.locator(".place").inner_text()) - 1
        button.focus()
        for _ in range(now - place):
            explorer.page.keyboard.press("Shift+ArrowLeft")


def cells(table):
    """The cells of a table on the page, the names of the columns first."""
    table.locator("[role=grid]").wait_for(state="attached")
    return table.evaluate(GRID)


def printed(explorer, alt):
    """The texts printed in a figure, named by the start of its description."""
    return explorer.page.evaluate(
        """alt => [...document.querySelectorAll('.js-plotly-plot')].find(
          plot => (plot.closest('[aria-label]')?.getAttribute('aria-label') || '').startsWith(alt)
        )._fullLayout.annotations.map(note => note.text)""",
        alt,
    )


def name_clusters(explorer, names):
    """Give the first clusters names."""
    explorer.press("Name the clusters")
    for number, name in enumerate(names, 1):
        write(explorer, f"Cluster {number}", name)
        explorer.page.keyboard.press("Enter")
        explorer.settle(0.1)
    explorer.page.keyboard.press("Escape")
    explorer.settle(0.1)


def saved(explorer, label):
    """The content of the file that a button gives away."""
    with explorer.page.expect_download() as download:
        explorer.page.get_by_role("button", name=label, exact=True).last.click()
    return download.value.path().read_bytes()
