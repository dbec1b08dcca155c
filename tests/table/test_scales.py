"""Values that are an order by what they say, in eight languages, and values that are none."""

import random

import pytest

from catviz.table.scales import key_of, known_scales, numbered_order, scale_but_one, scale_of

ORDERS = """
Under 20; 20 to 29; 30 and over
unter 25; 25 bis 34; 35-54; 55 und älter
< 1 Jahr; 1-5 Jahre; 6-20 Jahre; > 20 Jahre
<1h; 1-2h; 2-4h; >4h
weniger als 1.000 €; 1.000 bis unter 2.000 €; 2.000 bis unter 3.000 €; 3.000 € und mehr
bis 1000 €; 1001-2000 €; mehr als 2000 €
Less than $10,000; $10,000 - $19,999; $20,000 to $49,999; $50,000 or more
Less than 10k; 10k-20k; 20k-50k; 50k+
moins de 18 ans; 18-24 ans; 25 à 34 ans; 65 ans et plus
Menos de 18 años; 18-24 años; 25-34 años; 65 años o más
Meno di 18 anni; 18-24 anni; 25-34 anni; 65 anni e oltre
jonger dan 18; 18 tot 24 jaar; 25 tot 34 jaar; 65 jaar en ouder
Menos de 18 anos; 18 a 24 anos; 25 a 34 anos; 65 anos ou mais
poniżej 18 lat; 18-24 lata; 25-34 lata; 65 lat i więcej
None; 1-2; 3-5; 6+
0; 1; 2; 3+
1-9 employees; 10-49 employees; 50-249 employees; 250+ employees
Under 18 years old; 18-24 years old; 25-34 years old; 65 years or older
18–24; 25–34; 35–44; 45 or older
0-20 %; 21-40 %; 41-60%; > 60 %
never; 1-2 times per week; 3-4 times per week; 5 or more times per week
less than 30 minutes; 30-60 minutes; 1-2 hours; more than 2 hours
< CHF 1'000; CHF 1'000-2'000; > CHF 2'000
mangelhaft; ausreichend; befriedigend; gut; sehr gut
ungenügend; mangelhaft; ausreichend; befriedigend; gut; sehr gut
sehr unzufrieden; unzufrieden; weder noch; zufrieden; sehr zufrieden
trifft nicht zu; trifft eher nicht zu; teils-teils; trifft eher zu; trifft zu
wenig; mittel; viel
very bad; bad; neutral; good; very good
Never; Rarely; Monthly; Weekly; Daily
Never; Less than once a week; Once a week; Several times a week; Every day
nie; seltener; monatlich; wöchentlich; täglich
Detractor; Passive; Promoter
Detractors; Passives; Promoters
W1; W2; W3
T0; T1; T2
Q1; Q2; Q3; Q4
2023-Q3; 2023-Q4; 2024-Q1
Q3 2023; Q4 2023; Q1 2024
Welle 1; Welle 2; Welle 10
Stage I; Stage II; Stage III; Stage IV
2019/20; 2020/21; 2021/22
1 - Strongly disagree; 2 - Disagree; 3 - Neutral; 4 - Agree; 5 - Strongly agree
1 (not at all); 2; 3; 4; 5 (very much)
1 = gar nicht; 2; 3; 4 = sehr
1 sehr gut; 2 gut; 3 befriedigend; 4 ausreichend
Pas du tout d'accord; Plutôt pas d'accord; Plutôt d'accord; Tout à fait d'accord
Pas du tout d’accord; Plutôt pas d’accord; Ni d'accord ni pas d'accord; Plutôt d’accord; Tout à fait d’accord
Totalmente en desacuerdo; En desacuerdo; Ni de acuerdo ni en desacuerdo; De acuerdo; Totalmente de acuerdo
Per niente d'accordo; Poco d'accordo; Abbastanza d'accordo; Molto d'accordo
helemaal mee oneens; mee oneens; neutraal; mee eens; helemaal mee eens
Discordo totalmente; Discordo; Não concordo nem discordo; Concordo; Concordo totalmente
zdecydowanie się nie zgadzam; raczej się nie zgadzam; raczej się zgadzam; zdecydowanie się zgadzam
jamais; rarement; parfois; souvent; toujours
nunca; casi nunca; a veces; casi siempre; siempre
mai; raramente; a volte; spesso; sempre
nooit; zelden; soms; vaak; altijd
nunca; raramente; às vezes; frequentemente; sempre
nigdy; rzadko; czasami; często; zawsze
Très insatisfait(e); Plutôt insatisfait(e); Plutôt satisfait(e); Très satisfait(e)
très insatisfait; insatisfait; neutre; satisfait; très satisfait
Muy insatisfecho; Insatisfecho; Neutral; Satisfecho; Muy satisfecho
molto insoddisfatto; insoddisfatto; neutro; soddisfatto; molto soddisfatto
zeer ontevreden; ontevreden; neutraal; tevreden; zeer tevreden
Muito insatisfeito; Insatisfeito; Neutro; Satisfeito; Muito satisfeito
bardzo niezadowolony; niezadowolony; neutralny; zadowolony; bardzo zadowolony
très mauvais; mauvais; moyen; bon; très bon
muy malo; malo; regular; bueno; muy bueno
pessimo; scarso; sufficiente; buono; ottimo
zeer slecht; slecht; matig; goed; zeer goed
muito ruim; ruim; regular; bom; muito bom
bardzo zły; zły; przeciętny; dobry; bardzo dobry
primary school; high school; bachelor's degree; master's degree; doctorate
No schooling; Primary; Secondary; Bachelor’s degree; Master’s degree; PhD
Less than high school; High school graduate; Some college; Bachelor's degree; Master's degree; Doctoral degree
Hauptschule; Realschule; Abitur; Bachelor; Master; Promotion
Hauptschulabschluss; Mittlere Reife; Abitur; Hochschulabschluss
école primaire; collège; lycée; licence; master; doctorat
primaria; secundaria; bachillerato; licenciatura; máster; doctorado
scuola elementare; scuola media; diploma; laurea; dottorato
basisschool; vmbo; havo; vwo; hbo; wo
ensino fundamental; ensino médio; ensino superior; mestrado; doutorado
podstawowe; zawodowe; średnie; wyższe
Strongly disagree; Disagree; Agree; Strongly agree; Not applicable
Stimme nicht zu; Stimme eher nicht zu; Stimme eher zu; Stimme zu; k. A.
18-24; 25-34; 35+; keine Angabe
strongly disagree ; Disagree; agree; Strongly Agree
"""

NO_ORDERS = """
red; blue; green
Berlin; Hamburg; München
yes; no; maybe
ja; nein; weiß nicht
tak; nie; nie wiem
CDU; SPD; FDP; Grüne
high school; low tar; none at all
A; B; C; D
1st; 2nd; 3rd; Crew
1 - Male; 2 - Female; 3 - Diverse
1 - CDU; 2 - SPD; 3 - FDP
north; south; east; west
single; married; divorced; widowed
car; bus; bike
light; dark; medium
S1; S2; S3
Room 1; Room 2; Room 3
10-20; 15-30; 20-40
1-2 km; 3-5 kg; 6-7 km
1-2 times a week; 3-4 times a month; 5 times a week
Main St 12; Main St 14; Oak St 3
full-time; part-time; student
good; red; bad
low; high
18-24; 25-34; elsewhere
"""


def lines(text):
    return [tuple(value.strip("\n") for value in line.split("; ")) for line in text.strip().splitlines()]


@pytest.mark.parametrize("order", lines(ORDERS), ids=lambda order: order[0])
def test_scales_and_ranges_are_ordered_however_they_are_given(order):
    for seed in range(3):
        values = random.Random(seed).sample(order, len(order))
        assert scale_of(values)[0] == order
        assert scale_of([f" {value.upper()} " for value in values]) is not None


@pytest.mark.parametrize("values", lines(NO_ORDERS), ids=lambda values: values[0])
def test_other_values_are_no_order(values):
    assert scale_of(values) is None


@pytest.mark.parametrize("kind", ["agreement", "frequency", "quality", "satisfaction", "education"])
def test_eight_languages_have_a_scale_of_each_kind(kind):
    languages = ("German", "French", "Spanish", "Italian", "Dutch", "Portuguese", "Polish")
    assert {kind, *(f"{kind}, in {language}" for language in languages)} <= set(known_scales())


@pytest.mark.parametrize("name", known_scales())
def test_the_first_name_of_each_level_of_a_scale_gives_its_order(name):
    whole = [level[0] for level in known_scales()[name] if "[" not in level[0]]
    if len(whole) >= 3:
        assert scale_of(whole[::-1])[0] == tuple(whole)


def test_accents_apostrophes_case_and_blanks_do_not_matter():
    for a, b in (
        ("Tout à fait d’accord", "tout a fait d'accord"),
        ("häufig", "HAEUFIG"),
        ("Teils/teils", "teils - teils"),
    ):
        assert key_of(a) == key_of(b)
    assert (
        scale_of(["très  satisfait", "Tres insatisfait ", "SATISFAIT", "Insatisfait(e)"])[0][0] == "Tres insatisfait "
    )


def test_a_value_off_the_scale_comes_last_and_is_named():
    order, why = scale_of(["Never", "Not applicable", "Often", "Always"])
    assert order == ("Never", "Often", "Always", "Not applicable") and "Not applicable" in why
    assert scale_of(["18-24", "unknown", "25-34", "35+"])[0][-1] == "unknown"


def test_one_value_that_is_none_of_a_scale_is_for_somebody_to_say():
    values = ["sometimes", "elsewhere", "never", "often", "rarely"]
    assert scale_of(values) is None
    assert scale_but_one(values)[0] == ("never", "rarely", "sometimes", "often", "elsewhere")
    assert scale_but_one(["never", "often", "always", "elsewhere"]) is None, "too few"
    assert scale_but_one(["never", "often", "a", "b", "always"]) is None


def test_numbered_labels_have_an_order_to_be_asked_about():
    assert numbered_order(["2 - South", "1 - North", "3 - East"]) == ("1 - North", "2 - South", "3 - East")
    for values in (["1", "2", "3"], ["18-24", "25-34", "35-44"], ["1 km", "2 km", "3 km"], ["a", "1 - b", "2 - c"]):
        assert numbered_order(values) is None


def test_answers_numbered_against_their_meaning_follow_the_numbers():
    order = ("1 - Strongly agree", "2 - Agree", "3 - Disagree", "4 - Strongly disagree")
    assert scale_of(order[::-1])[0] == order
    assert scale_of(["1 - Agree", "2 - Strongly agree", "3 - Disagree"]) is None, "no order at all"


@pytest.mark.parametrize(
    "order",
    [
        ("★", "★★", "★★★"),
        ("*", "**", "****"),
        ("-", "+", "++"),
        ("--", "-", "o", "+", "++"),
        ("0", "+", "++", "+++"),
        ("1/5", "3/5", "4.5/5"),
        ("2 of 10", "8 of 10", "10 of 10"),
        ("1st", "2nd", "10th"),
        ("I", "II", "III", "IV", "V"),
        ("Stage I", "Stage IIA", "Stage IIB", "Stage IV"),
    ],
)
def test_signs_and_numerals_that_count(order):
    assert scale_of(order[::-1])[0] == order


@pytest.mark.parametrize(
    "values", [["V", "X", "I"], ["1/2", "1/3", "1/4"], ["★", "+", "++"], ["7/5", "1/5", "2/5"], ["1st", "2nd", "II"]]
)
def test_other_signs_and_numerals_are_no_scale(values):
    assert scale_of(values) is None
