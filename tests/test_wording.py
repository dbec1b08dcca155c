"""Templates with named places."""

import pytest

from catviz.wording import filled


def test_places_are_filled_at_once_and_formulas_stay():
    text = filled(r"{one} $\frac{a}{b}$ {two} {one}", one="{two}", two="2")
    assert text == r"{two} $\frac{a}{b}$ 2 {two}"


def test_a_text_without_a_place_is_refused():
    with pytest.raises(ValueError, match="no place {three}"):
        filled("{one}", one="1", three="3")
