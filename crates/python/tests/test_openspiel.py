"""The games of OpenSpiel: which are refused, that the others are what they are there, and that searches and bots work."""

from __future__ import annotations

import importlib
import os
import pickle
import random
import sys
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tiptree

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import evaluate_bots, mcts, minimax  # noqa: E402
from tiptree import openspiel  # noqa: E402

CASES = int(os.environ.get("TIPTREE_CASES", "1"))
"""The random games of each game that are compared; more of them by hand."""
PLIES = 120 if CASES == 1 else 20_000

LOADABLE = [kind.short_name for kind in pyspiel.registered_games() if kind.default_loadable]
REFUSED = {name: openspiel.refusal(pyspiel.load_game(name)) for name in LOADABLE}
GAMES = [name for name, reason in REFUSED.items() if reason is None]
WITH_CHANCE = ["backgammon", "banqi", "einstein_wurfelt_nicht", "maedn", "pig", "yacht"]

TURNS = "players who move one after the other"
SIGHT = "players who see everything: perfect information"
SUM = "payoffs with a constant sum"
REASONS = {
    TURNS: """
        blotto capture_the_flag coop_box_pushing goofspiel laser_tag markov_soccer matching_pennies_3p matrix_bos
        matrix_brps matrix_cd matrix_coordination matrix_mp matrix_pd matrix_rps matrix_rpsw matrix_sh
        matrix_shapleys_game mfg_crowd_modelling mfg_crowd_modelling_2d mfg_dynamic_routing mfg_garnet oshi_zumo
        pathfinding snake""",
    SIGHT: """
        bargaining battleship blackjack bridge bridge_uncontested_bidding coin_game colored_trails coordinated_mp
        crazy_eights cribbage crossword dark_chess dark_hex dark_hex_ir deep_sea dou_dizhu euchre first_sealed_auction
        gin_rummy go_fish hanabi hearts kriegspiel kuhn_poker latent_ttt leduc_poker lewis_signaling liars_dice
        liars_dice_ir negotiation oh_hell phantom_go phantom_ttt phantom_ttt_ir rbc repeated_leduc_poker sheriff skat
        social_deduction solitaire spades tarok tiny_bridge_2p tiny_bridge_4p tiny_hanabi trade_comm universal_poker""",
    SUM: "2048 catch cliff_walking morpion_solitaire stones_and_gems",
}


def draw(dice: random.Random, state: Any) -> int:
    """A random action, or a random outcome by its chance."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes())
        return int(dice.choices(outcomes, chances)[0])
    return int(dice.choice(state.legal_actions()))


def some_state(name: str, plies: int, seed: int = 1) -> Any:
    """A state in which a player chooses among actions, after at least so many random plies if the game lasts."""
    dice = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while plies > 0 or len(state.legal_actions()) == 1 or state.is_chance_node():
        following = state.child(draw(dice, state))
        if following.is_terminal():
            return some_state(name, plies // 2, seed + 1)
        state, plies = following, plies - 1
    return state


def spread(state: Any) -> float:
    """A value that looks random, depends on the position alone, and is often equal to another."""
    return zlib.crc32(str(state.history()).encode()) % 17 / 8 - 1


def test_every_game_is_taken_or_refused_with_the_reason() -> None:
    assert len(GAMES) == 37
    for reason, names in REASONS.items():
        assert sorted(name for name in LOADABLE if REFUSED[name] == reason) == names.split()
    assert len(LOADABLE) == 37 + sum(len(names.split()) for names in REASONS.values())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn_poker", SIGHT),
        ("misere(game=kuhn_poker())", SIGHT),
        ("matrix_pd", TURNS),
        ("catch", SUM),
        ("pig(players=3)", "two players; it has 3"),
        ("conect_four", "one of pyspiel.registered_names()"),
    ],
)
def test_a_refusal_is_one_line(name: str, reason: str) -> None:
    with pytest.raises(tiptree.TiptreeError) as caught:
        openspiel.load_game(name)
    assert str(caught.value) == f'OpenSpiel game "{name}": expected {reason}'
    with pytest.raises(tiptree.TiptreeError, match="^OpenSpiel game .*Unknown parameter 'row'"):
        openspiel.load_game("connect_four(row=5)")


class SampledChance:
    """What is asked of a game whose chance nodes are sampled; OpenSpiel has none of two players that see everything."""

    def get_type(self) -> Any:
        kind = pyspiel.load_game("pig").get_type()

        class Kind:
            dynamics, information, utility = kind.dynamics, kind.information, kind.utility
            chance_mode = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC

        return Kind

    def num_players(self) -> int:
        return 2


def test_sampled_chance_is_refused() -> None:
    assert openspiel.refusal(SampledChance()) == "chance nodes that list their outcomes; those of this game are sampled"


def test_the_games_with_chance_are_known() -> None:
    assert [name for name in GAMES if openspiel.load_game(name).has_chance] == WITH_CHANCE


@pytest.mark.parametrize("case", range(CASES))
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_what_it_is_in_open_spiel(name: str, case: int) -> None:
    dice = random.Random(case)
    game = openspiel.load_game(name)
    theirs, ours = pyspiel.load_game(name).new_initial_state(), game.new_initial_state()
    for ply in range(PLIES):
        assert ours.current_player() == theirs.current_player()
        assert ours.legal_actions() == theirs.legal_actions()
        assert ours.is_terminal() == theirs.is_terminal()
        if theirs.is_terminal():
            assert ours.returns() == theirs.returns()
            break
        if theirs.is_chance_node():
            assert ours.chance_outcomes() == theirs.chance_outcomes()
        action = draw(dice, theirs)
        text = ours.action_to_string(action)
        assert ours.string_to_action(text) == action
        if ply % 40 == 0:
            assert game.state(ours.serialize()).legal_actions() == theirs.legal_actions()
            assert ours.observation_tensor().size == len(theirs.observation_tensor(0))
        theirs.apply_action(action)
        ours.apply_action(action)


@pytest.mark.parametrize("name", GAMES)
def test_searches_find_legal_moves(name: str) -> None:
    state = some_state(name, 6)
    for search in ("mm", "uct", "star1") if name in WITH_CHANCE else ("mm", "mm-fast", "pvs"):
        report = openspiel.search(search, state, evals=60, moves=1000, seed=3)
        assert report.best_action in state.legal_actions()
        assert report.counters.evals <= 60


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "pig(winscore=20)"])
def test_small_games_pass_the_suite(name: str) -> None:
    tiptree.conformance.check(openspiel.load_game(name), openspiel.evaluator(spread))


@pytest.mark.parametrize(
    ("name", "plies", "depth"),
    [
        ("tic_tac_toe", 1, 5),
        ("connect_four", 5, 4),
        ("breakthrough", 9, 2),
        ("othello", 20, 3),
        ("mancala", 3, 4),
        ("ultimate_tic_tac_toe", 8, 3),
        ("chess", 10, 2),
    ],
)
def test_values_are_those_of_open_spiels_alpha_beta(name: str, plies: int, depth: int) -> None:
    for seed in range(3):
        state = some_state(name, plies, seed)
        value, _ = minimax.alpha_beta_search(
            state.get_game(), state, spread, maximum_depth=depth, maximizing_player_id=0
        )
        for search in ("minimax", "ab"):
            assert openspiel.search(search, state, eval=spread, depth=depth).value == value, search


@pytest.mark.parametrize(
    ("name", "plies", "depth"), [("pig", 9, 3), ("backgammon", 6, 1), ("einstein_wurfelt_nicht", 6, 2), ("maedn", 9, 3)]
)
def test_values_are_those_of_open_spiels_expectiminimax(name: str, plies: int, depth: int) -> None:
    state = some_state(name, plies)
    value, _ = minimax.expectiminimax(state, depth, spread, 0)
    for search in ("expectimax", "star1", "star2", "star25", "star3"):
        found = openspiel.search(search, state, eval=spread, payoffs=(-1, 1, 1), depth=depth)
        assert found.value == pytest.approx(value, abs=1e-12), search


def test_an_evaluator_may_be_one_of_open_spiels() -> None:
    state = some_state("connect_four", 4)
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=2, random_state=np.random.RandomState(1))
    report = openspiel.search("puct(priors=evaluator)", state, evals=100, eval=rollouts)
    assert report.best_action in state.legal_actions()

    @tiptree.evaluator(planes=True)
    def more(planes: Any) -> Any:
        return planes[:, 1].sum(axis=(1, 2)) / 42

    assert openspiel.search("mm", state, evals=100, eval=more).value != 0


def test_positions_are_merged_by_a_key_alone() -> None:
    def of_stones(state: Any) -> float:
        return zlib.crc32(str(state).encode()) % 17 / 8 - 1

    state = some_state("connect_four", 6)
    # In Connect-Four the stones tell whose turn it is.
    plain, merged = (
        openspiel.search("pvs", state, eval=of_stones, key=key, depth=6) for key in (None, str)
    )
    assert merged.counters.evals < plain.counters.evals
    tiptree.conformance.check(openspiel.load_game("tic_tac_toe", key=str, repeats=False))

    def solved(**options: Any) -> int:
        start = pyspiel.load_game("tic_tac_toe").new_initial_state()
        return openspiel.search("mm-fast", start, evals=200_000, **options).counters.evals

    assert solved(key=str, repeats=False) < solved() / 2


def test_a_state_that_was_set_up_is_searched() -> None:
    state = pyspiel.load_game("chess").new_initial_state("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    report = openspiel.search("pvs", state, depth=2)
    assert report.best == "Rh8#" and report.proven is not None and report.proven.result == "loss"
    assert state.history() == [] and state.to_string() == "k7/8/1K6/8/8/8/8/7R w - - 0 1"


def test_payoffs_are_checked() -> None:
    game = openspiel.load_game("tic_tac_toe", payoffs=(0, 1, 1))
    with pytest.raises(tiptree.TiptreeError, match="payoff of openspiel-tic_tac_toe .* from 0 to 1 in steps of 1"):
        tiptree.search("minimax").run(game.new_initial_state())


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: openspiel.load_game(7), 'OpenSpiel game "7": expected a name, or a game of OpenSpiel'),
        (lambda: openspiel.search("mm", "4435"), "state \"'4435'\": expected a state of OpenSpiel"),
        (
            lambda: openspiel.search("mm", some_state("nim", 0), eval=3),
            'evaluator "3": expected a function, or an object with the method evaluate',
        ),
    ],
)
def test_wrong_arguments_are_named(call: Callable[[], Any], error: str) -> None:
    with pytest.raises(tiptree.TiptreeError) as caught:
        call()
    assert str(caught.value) == error


def play(state: Any, bots: list[Any]) -> list[float]:
    return list(evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(3)))


@pytest.mark.parametrize("loop", [lambda state, bots: pyspiel.evaluate_bots(state, bots, 3), play])
@pytest.mark.parametrize("name", ["tic_tac_toe", "pig(winscore=20)", "connect_four"])
def test_open_spiel_plays_games_of_our_bots(name: str, loop: Callable[[Any, Any], list[float]]) -> None:
    game = pyspiel.load_game(name)
    bots = [openspiel.Bot("mm", evals=50), pyspiel.make_uniform_random_bot(1, 5)]
    returns = loop(game.new_initial_state(), bots)
    assert sum(returns) == 0
    both = [openspiel.Bot("uct", evals=30, seed=seed) for seed in (1, 2)]
    assert loop(game.new_initial_state(), both) == loop(game.new_initial_state(), both)


def test_a_bot_says_what_it_found() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    bot = openspiel.Bot("ab", depth=2)
    policy, action = bot.step_with_policy(state)
    assert action == 2 and dict(policy) == {2: 1.0, 5: 0.0, 6: 0.0, 7: 0.0, 8: 0.0}
    assert bot.provides_policy() and bot.get_policy(state) == policy
    assert bot.report is not None and bot.report.value == 1


def test_games_and_states_are_pickled() -> None:
    game = openspiel.load_game("connect_four(rows=5,columns=6)")
    assert game.name == "openspiel-connect_four-columns-6-rows-5"
    state = game.state("3 2 3")
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.game == game and str(again) == str(state)
    assert openspiel.load_game("connect_four") != game


def test_a_match_is_played_as_at_other_games() -> None:
    match = tiptree.match(openspiel.load_game("tic_tac_toe"), "mm", "uct", "evals=30", openings="plies=1", pairs=2)
    assert len(match.games) == 4 and all("(" in move for move in match.games[0]["moves"])


def test_the_error_without_open_spiel_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "tiptree.openspiel")
    with pytest.raises(ImportError, match=r"^open_spiel is not installed: pip install tiptree\[openspiel\]$"):
        importlib.import_module("tiptree.openspiel")
