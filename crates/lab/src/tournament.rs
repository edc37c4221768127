//! Tournaments: several players; every pairing is a match, played at one or more budgets.
//!
//! A match of two players is the smallest tournament, so that `match`, `tournament` and declared experiments share this code.
//! The matches are played one after the other and stored in one file, each under its own header.

use crate::error::Error;
use crate::matches::{Header, Match, Players, Record, Tally};
use crate::openings::Openings;
use crate::players::{Entrant, Evaluators, Makers, Player};
use crate::provenance::{Behaviour, Provenance};
use crate::shard::Shard;
use crate::statistics::{Model, Sequential};
use crate::store::Store;
use crate::text;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tiptree::erased::Rules;
use tiptree::{Budget, ParseError, Registry, Spec, Turn};

/// The default number of pairs if all games begin at the start of a game with dice.
const PAIRS_FROM_THE_START: usize = 100;

/// The most pairs of a match: more than are ever played, and twice as many games still fit an integer.
const MOST_PAIRS: usize = 1_000_000_000;

/// The default budget of a move.
pub(crate) const USUAL_BUDGET: &str = "moves=1000";

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
}

impl Format {
    /// The pairings among this many players, by their indices.
    pub fn pairings(self, players: usize) -> Vec<(usize, usize)> {
        let firsts = match self {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        (0..firsts).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect()
    }
}

/// A tournament as requested: texts and numbers from a command line or a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Request {
    /// The game.
    pub game: String,
    /// At least two players.
    pub players: Vec<String>,
    /// Which players meet.
    #[serde(default)]
    pub format: Format,
    /// The budgets of a move; every pairing is played at every budget. Empty means the default budget.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<String>,
    /// The start positions of the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Pairs of games per match; `None` plays every opening once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// The evaluators of searches that name none. Both players of a pairing use the same one, so that with several evaluators
    /// every pairing is played once for each.
    #[serde(default, skip_serializing_if = "Evaluators::is_empty")]
    pub eval: Evaluators,
    /// The seed of everything random.
    #[serde(default = "one")]
    pub seed: u64,
    /// The sequential test that may end a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The probability that the test finds a difference though there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// The probability that the test finds no difference though there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// What the test is about: Elo, `normalized` or `logistic`, or `points`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Whether a game ends as soon as a player has proven its result.
    #[serde(default)]
    pub adjudicate: bool,
    /// Decisions after which a game is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<usize>,
}

/// The first text that occurs twice.
fn repeated(texts: &[String]) -> Option<&str> {
    let mut rest = texts.iter().enumerate();
    rest.find(|(place, text)| texts[..*place].contains(text)).map(|(_, text)| text.as_str())
}

/// The players, and which of them meet, by their indices.
type Meetings = (Vec<Entrant>, Vec<(usize, usize)>);

fn one() -> u64 {
    1
}

/// A tournament that can be played: everything that was asked for exists.
pub struct Tournament {
    rules: Box<dyn Rules>,
    makers: Makers,
    players: Vec<Entrant>,
    /// Which players meet, by their indices.
    pairings: Vec<(usize, usize)>,
    openings: Openings,
    pairs: usize,
    sprt: Option<Sequential>,
    request: Request,
    /// What the players' searches do, from which the signatures are computed.
    behaviour: Behaviour,
    /// Games played in parallel.
    pub jobs: usize,
    /// The part of every match that is played here.
    pub shard: Shard,
    /// Whether to continue the file of a build with another signature.
    pub other_build: bool,
}

/// Called after every game with the index of the match, the game, and the match so far. It may stop the tournament.
pub type Watch<'a> = dyn FnMut(usize, &Record, &Tally) -> ControlFlow<()> + 'a;

/// A match of a tournament and its result.
pub struct Played {
    /// What was requested.
    pub header: Header,
    /// The games.
    pub tally: Tally,
}

impl Request {
    /// Looks up everything that was requested in the registry.
    ///
    /// # Errors
    /// If a name is unknown, a number out of range, or a player missing.
    pub fn prepare(&self, registry: &Registry, jobs: usize, shard: Shard) -> Result<Tournament, Error> {
        let game: Spec = self.game.parse()?;
        let evaluator = self.eval.first();
        if self.players.len() < 2 {
            return Err(ParseError::new("players", self.players.join(" "), "at least two").into());
        }
        let players = self.players.iter().map(|text| text.parse()).collect::<Result<Vec<Entrant>, _>>()?;
        let completed = |player: Entrant| player.completed(registry, &game, evaluator);
        let players =
            self.eval.see(&players).concat().into_iter().map(completed).collect::<Result<_, _>>()?;
        let (players, pairings) = self.meetings(players)?;
        if let Some(again) = repeated(&self.budgets) {
            return Err(ParseError::new("budgets", again, "each once").into());
        }
        let rules = registry.rules(&game, evaluator)?;
        let sprt = self.sequential(rules.as_ref())?;
        if let Some(pairs) = self.pairs.filter(|pairs| !(1..=MOST_PAIRS).contains(pairs)) {
            return Err(ParseError::new("pairs", pairs.to_string(), format!("1 to {MOST_PAIRS}")).into());
        }
        if self.max_plies == Some(0) {
            return Err(ParseError::new("max-plies", "0", "at least 1").into());
        }
        for budget in &self.budgets {
            budget.parse::<Budget>()?;
        }
        // If the game begins with a roll, the dice make the games differ.
        let begins_with_chance = rules.deal(self.seed).turn() == Turn::Chance;
        let usual = match (rules.is_dealt(), begins_with_chance) {
            (true, _) => "random=0:200",
            (false, true) => "plies=0",
            (false, false) => "two-ply",
        };
        let openings = Openings::read(self.openings.as_deref().unwrap_or(usual), rules.as_ref(), self.seed)?;
        let pairs = self.pairs.unwrap_or(if begins_with_chance && openings.spec == "plies=0" {
            PAIRS_FROM_THE_START
        } else {
            openings.positions.len()
        });
        let makers = Makers::new(registry, &game, evaluator, &players)?;
        for &(a, b) in &pairings {
            for budget in self.budgets(&players[a], &players[b])? {
                makers.check(&players[a], &budget)?;
                makers.check(&players[b], &budget)?;
            }
        }
        let behaviour = makers.behaviour(rules.as_ref(), &players)?;
        Ok(Tournament {
            rules,
            makers,
            players,
            pairings,
            openings,
            pairs,
            sprt,
            request: self.clone(),
            behaviour,
            jobs,
            shard,
            other_build: false,
        })
    }

    /// Which of the players, who come once for every evaluator, meet. No two players meet twice: a player that names its own
    /// evaluator is the same player for every evaluator of the others.
    ///
    /// # Errors
    /// If of three or more players two are the same.
    fn meetings(&self, all: Vec<Entrant>) -> Result<Meetings, ParseError> {
        let count = self.players.len();
        // Standings identify players by name.
        let names: Vec<String> = all[..count].iter().map(ToString::to_string).collect();
        if let Some(again) = repeated(&names).filter(|_| count > 2) {
            return Err(ParseError::new("players", again, "each once"));
        }
        let mut pairings: Vec<(usize, usize)> = Vec::new();
        for base in (0..all.len()).step_by(count) {
            for (a, b) in self.format.pairings(count) {
                let (a, b) = (base + a, base + b);
                if !pairings.iter().any(|&(c, d)| all[a] == all[c] && all[b] == all[d]) {
                    pairings.push((a, b));
                }
            }
        }
        Ok((all, pairings))
    }

    fn sequential(&self, rules: &dyn Rules) -> Result<Option<Sequential>, ParseError> {
        let Some(text) = &self.sprt else {
            let lonely = [
                ("alpha", self.alpha.is_some()),
                ("beta", self.beta.is_some()),
                ("model", self.model.is_some()),
            ];
            return match lonely.iter().find(|(_, given)| *given) {
                Some((option, _)) => {
                    Err(ParseError::new("sprt", "", format!("a test for {option} to belong to")))
                }
                None => Ok(None),
            };
        };
        let mut sprt: Sequential = text.parse()?;
        sprt.alpha = self.alpha.unwrap_or(sprt.alpha);
        sprt.beta = self.beta.unwrap_or(sprt.beta);
        if let Some(model) = &self.model {
            sprt.model = model.parse()?;
        }
        if sprt.model == Model::Points && !rules.payoffs().counts_points() {
            let expected = format!("normalized or logistic: {} knows a win, a draw and a loss", rules.spec());
            return Err(ParseError::new("model", "points", expected));
        }
        sprt.checked(rules.payoffs()).map(Some)
    }

    /// The common budgets of a pairing.
    fn budgets(&self, a: &Entrant, b: &Entrant) -> Result<Vec<Budget>, ParseError> {
        if !self.budgets.is_empty() {
            return self.budgets.iter().map(|budget| budget.parse()).collect();
        }
        // Without a common budget, none applies if both players set their own limit.
        let is_free = a.has_own_limit()? && b.has_own_limit()?;
        Ok(vec![if is_free { Budget::unlimited() } else { USUAL_BUDGET.parse::<Budget>()?.as_usual() }])
    }
}

impl Tournament {
    /// Plays all matches that `out` does not hold yet, and tallies all of them.
    ///
    /// # Errors
    /// As [`Match::play`].
    pub fn play(
        &self,
        out: Option<&Path>,
        cancel: &AtomicBool,
        watch: &mut Watch,
    ) -> Result<Vec<Played>, Error> {
        let players =
            |entrant: &Entrant, seed| -> Result<Box<dyn Player>, Error> { self.makers.player(entrant, seed) };
        let mut store = out.map(|path| Store::open_for(path, self.other_build)).transpose()?;
        let mut played = Vec::new();
        let mut is_stopped = false;
        for plan in self.matches(&players)? {
            let place = played.len();
            let mut watch_match = |record: &Record, tally: &Tally| {
                let flow = watch(place, record, tally);
                is_stopped |= flow.is_break();
                flow
            };
            let tally = plan.play(store.as_mut(), cancel, &mut watch_match)?;
            played.push(Played { header: plan.header(), tally });
            // A match that was stopped lacks games: nothing may be written after it.
            if is_stopped || cancel.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(played)
    }

    /// The matches in order: pairing by pairing, budget by budget.
    fn matches<'a>(&'a self, players: &'a Players<'a>) -> Result<Vec<Match<'a>>, ParseError> {
        let places = self.places()?;
        let count = places.len();
        Ok(places.into_iter().map(|(a, b, budget)| self.one(players, [a, b], budget, count)).collect())
    }

    /// The players, by their indices, and the budget of every match, in order.
    fn places(&self) -> Result<Vec<(usize, usize, Budget)>, ParseError> {
        let mut places = Vec::new();
        for &(a, b) in &self.pairings {
            let budgets = self.request.budgets(&self.players[a], &self.players[b])?;
            places.extend(budgets.into_iter().map(|budget| (a, b, budget)));
        }
        Ok(places)
    }

    /// A match of these players; `count` is the number of matches.
    fn one<'a>(
        &'a self,
        players: &'a Players<'a>,
        both: [usize; 2],
        budget: Budget,
        count: usize,
    ) -> Match<'a> {
        let both = both.map(|place| self.players[place].clone());
        let signature = self.behaviour.signature(both.iter().filter_map(Entrant::search));
        Match {
            budget,
            pairs: self.pairs,
            jobs: self.jobs,
            seed: self.request.seed,
            sprt: self.sprt,
            adjudicate: self.request.adjudicate,
            max_plies: self.request.max_plies,
            shard: self.shard,
            matches: Some(count),
            signature,
            ..Match::new(self.rules.as_ref(), players, both, &self.openings)
        }
    }

    /// Calls `work` with match number `index`, from 0.
    ///
    /// # Errors
    /// If a player's own limit is not of its kind, or if `work` fails.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub(crate) fn with_match<T>(
        &self,
        index: usize,
        work: impl FnOnce(&Match) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let players = |entrant: &Entrant, seed| self.makers.player(entrant, seed);
        let mut places = self.places()?;
        let count = places.len();
        let (a, b, budget) = places.swap_remove(index);
        work(&self.one(&players, [a, b], budget, count))
    }

    /// The number of matches.
    ///
    /// # Errors
    /// If a player's own limit is not of its kind.
    pub fn count(&self) -> Result<usize, ParseError> {
        Ok(self.places()?.len())
    }

    /// The number of pairs of every match.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The headers of all matches.
    ///
    /// # Errors
    /// If a player's own limit is not of its kind.
    pub fn headers(&self) -> Result<Vec<Header>, ParseError> {
        let players = |entrant: &Entrant, seed| self.makers.player(entrant, seed);
        Ok(self.matches(&players)?.iter().map(Match::header).collect())
    }

    /// The build that plays, with the signature of all players.
    pub fn build(&self) -> Provenance {
        let searches = self.players().into_iter().filter_map(Entrant::search);
        Provenance::here(self.behaviour.signature(searches))
    }

    /// The number of games of every match that this shard plays.
    pub fn games(&self) -> usize {
        2 * self.shard.size(self.pairs)
    }

    /// The players, each once.
    pub fn players(&self) -> Vec<&Entrant> {
        text::distinct(self.players.iter())
    }
}
