"""The PAT tree is a Patricia tree over all suffixes."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.pat_tree import Internal, Node, PatTree
from tests.strategies import symbols, tandems

strings = st.one_of(symbols("ab", 1), symbols("abcdefg", 1), tandems().filter(bool))


def shared_bits(suffixes: list[str]) -> int:
    """How many bits the suffixes have in common."""
    return next(i for i, bits in enumerate(zip(*suffixes, strict=False)) if len(set(bits)) > 1)


def leaves(node: Node | None) -> list[int]:
    if node is None:
        return []
    return [node] if isinstance(node, int) else leaves(node.zero) + leaves(node.one)


@given(strings)
def test_n_external_and_n_minus_1_internal_nodes(s: str) -> None:
    tree = PatTree(s)
    assert sorted(leaves(tree.root)) == list(range(1, len(s) + 1))
    assert len(list(tree.nodes())) == len(s) - 1


@given(strings)
@example("abab")
def test_a_node_says_at_which_bit_its_suffixes_first_differ(s: str) -> None:
    tree = PatTree(s)
    for node, suffixes in tree.nodes():
        assert node.bit == shared_bits([tree.suffix(p) for p in suffixes]) + 1
        assert {tree.suffix(p)[node.bit - 1] for p in leaves(node.zero)} == {"0"}
        assert {tree.suffix(p)[node.bit - 1] for p in leaves(node.one)} == {"1"}
        assert sorted(suffixes) == sorted(leaves(node))


@given(strings)
def test_leaves_from_left_to_right_are_the_sorted_suffixes(s: str) -> None:
    tree = PatTree(s)
    assert leaves(tree.root) == sorted(range(1, len(s) + 1), key=tree.suffix)


@given(strings)
def test_nodes_come_in_post_order(s: str) -> None:
    seen: set[int] = set()
    for node, _ in PatTree(s).nodes():
        children = [child for child in (node.zero, node.one) if isinstance(child, Internal)]
        assert all(id(child) in seen for child in children)
        seen.add(id(node))


def test_the_codes_need_not_be_the_ranks() -> None:
    tree = PatTree("aba", {"a": "10", "b": "01"})
    assert tree.bits == "10011011"  # 11 ends the string: the largest code that no symbol has
    assert tree.draw() == "(1)\n  [2]\n  (3)\n    [1]\n    [3]"


def test_the_empty_string_has_no_nodes() -> None:
    tree = PatTree("")
    assert tree.root is None
    assert list(tree.nodes()) == []
    assert tree.draw() == ""
    assert tree.maximal_repeats() == []
