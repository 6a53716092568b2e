from services.llm.prefixes import runs_with_common_prefix


def test_runs_share_the_longest_prefix_and_leave_a_token_to_read():
    a, b = list(range(40)), list(range(100, 140))
    prompts = [[*a, 1, 2], [*a, 3], [*a], [*b, 1], [*b, 2]]
    assert runs_with_common_prefix(prompts) == [(0, 3, 39), (3, 5, 40)]
    assert runs_with_common_prefix([[5], [5]]) == [(0, 1, 0), (1, 2, 0)]
    assert runs_with_common_prefix([]) == []


def test_a_long_common_beginning_does_not_hide_what_parts_of_it_share_further():
    head, one, other = list(range(60)), list(range(100, 130)), list(range(200, 230))
    prompts = [[*head, *middle, last] for middle in (one, other) for last in (1, 2, 3)]
    assert runs_with_common_prefix(prompts) == [(0, 3, 90), (3, 6, 90)]
