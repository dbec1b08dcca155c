"""Tables that are not independent: of the same columns, or with the rows of another one."""

from dataclasses import replace

import numpy as np

import catviz
from catviz.analysis.significance import contained, sharing_rows, versions

NAMES = ("zoo", "monks1", "hayes_roth", "monks3", "hayes_roth_160")
TABLES = {name: catviz.load_dataset(name) for name in NAMES}


def test_tables_of_the_same_columns_are_versions():
    assert versions(TABLES) == [["monks1", "monks3"], ["hayes_roth", "hayes_roth_160"]]


def test_a_table_is_contained_where_its_rows_have_the_same_classes():
    assert contained(TABLES) == {"hayes_roth": "hayes_roth_160"}
    shuffled = np.random.default_rng(0).permutation(TABLES["hayes_roth"].target)
    assert not contained(TABLES | {"hayes_roth": replace(TABLES["hayes_roth"], target=shuffled)})


def test_the_order_of_rows_and_columns_does_not_matter_and_of_equal_tables_the_first_stays():
    zoo = TABLES["zoo"]
    turned = zoo.select(zoo.attributes[::-1])[np.arange(len(zoo))[::-1]]
    assert contained({"a": zoo, "b": turned, "c": zoo[:50].observed()}) == {"b": "a"}


def test_rows_count_as_often_as_they_occur():
    zoo = TABLES["zoo"]
    assert contained({"zoo": zoo, "all but one": zoo[1:]}) == {"all but one": "zoo"}
    twice = zoo[np.append(np.arange(len(zoo)), 0)]
    assert contained({"zoo": zoo, "one twice": twice}) == {"zoo": "one twice"}
    assert not contained({"first twice": twice[:101], "last twice": zoo[np.r_[1:101, 100]]})


def test_tables_of_other_values_share_the_rows_that_both_have_as_often_as_both_have_them():
    zoo = TABLES["zoo"]
    birds = zoo[zoo.target == "bird"].observed()
    turned = birds.select(birds.attributes[::-1])
    once = len(birds)
    assert sharing_rows({"zoo": zoo, "birds": turned, "hayes_roth": TABLES["hayes_roth"]}) == {("zoo", "birds"): once}
    twice = birds[np.repeat(np.arange(once), 2)]
    assert sharing_rows({"twice": twice, "zoo": zoo}) == {("twice", "zoo"): once}
    assert not sharing_rows({"birds": birds, "others": zoo[zoo.target != "bird"]})
    assert not sharing_rows(TABLES)
