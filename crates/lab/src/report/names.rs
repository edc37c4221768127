//! One spelling for every game, player and budget, so that the same thing has one name on the whole page.
//!
//! Parameters come in the order of the catalogue. A game's parameters and evaluator are left out if they are the
//! defaults. A search's parameters stay: its defaults belong to the build that played, which may not be this one.

use crate::players::Entrant;
use tiptree::noise::Noise;
use tiptree::search::catalogue;
use tiptree::{Budget, Parameter, Registry, Spec};

/// The key by which a search names its evaluator.
const EVAL: &str = "eval";

/// A game: `connect4` for `connect4(width=7,height=6)`.
pub(super) fn game(registry: &Registry, text: &str) -> String {
    let Ok(mut spec) = text.parse::<Spec>() else { return text.to_owned() };
    let Some(entry) = registry.game(&spec.name) else { return spec.to_string() };
    let is_default = |key: &str, value: &str| {
        let default = entry.parameters.iter().find(|parameter| parameter.key == key);
        default.is_some_and(|parameter| number(parameter.default) == number(value))
    };
    spec.parameters.retain(|(key, value)| !is_default(key, value));
    sort(&mut spec, entry.parameters.iter());
    spec.to_string()
}

/// A player of a game, without its evaluator if that is the game's default.
pub(super) fn player(registry: &Registry, text: &str, game: &str) -> String {
    let mut search = match text.parse() {
        Ok(Entrant::Search(search)) => search,
        Ok(Entrant::Outside(program)) => return program.to_string(),
        Err(_) => return text.to_owned(),
    };
    for (key, value) in &mut search.parameters {
        if key == EVAL {
            *value = evaluator_text(value);
        } else if Budget::KEYS.contains(&key.as_str())
            && let Some((_, amount)) = budget(&format!("{key}={value}")).split_once('=')
        {
            amount.clone_into(value);
        }
    }
    let usual = usual_evaluator(registry, game);
    search.parameters.retain(|(key, value)| key != EVAL || Some(value.as_str()) != usual);
    let own = registry.search(&search.name);
    sort(&mut search, own.map_or(&[][..], |entry| entry.parameters).iter().chain(catalogue::COMMON));
    search.to_string()
}

/// The evaluator of a player: the one it names, else the game's default; `None` for an external program.
pub(super) fn evaluator(registry: &Registry, player: &str, game: &str) -> Option<String> {
    let Ok(Entrant::Search(search)) = player.parse() else { return None };
    match search.get(EVAL) {
        Some(named) => Some(evaluator_text(named)),
        None => usual_evaluator(registry, game).map(str::to_owned),
    }
}

/// A player without its evaluator, where the evaluator is named once for all players.
pub(super) fn without_evaluator(player: &str) -> String {
    match player.parse() {
        Ok(Entrant::Search(mut search)) => {
            search.parameters.retain(|(key, _)| key != EVAL);
            search.to_string()
        }
        _ => player.to_owned(),
    }
}

/// A budget: `moves=20000` for `moves=20k`.
pub(super) fn budget(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |budget: Budget| budget.to_string())
}

fn usual_evaluator<'a>(registry: &'a Registry, game: &str) -> Option<&'a str> {
    let spec: Spec = game.parse().ok()?;
    Some(&registry.game(&spec.name)?.evaluators.first()?.name)
}

fn evaluator_text(text: &str) -> String {
    let Ok(mut spec) = text.parse::<Spec>() else { return text.to_owned() };
    sort(&mut spec, Noise::PARAMETERS.iter());
    spec.to_string()
}

/// Brings parameters into the order in which they are listed, and fractions into one spelling.
fn sort<'a>(spec: &mut Spec, listed: impl Iterator<Item = &'a Parameter>) {
    let listed: Vec<&str> = listed.map(|parameter| parameter.key).collect();
    let place = |key: &str| listed.iter().position(|known| *known == key).unwrap_or(listed.len());
    spec.parameters.iter_mut().for_each(|(_, value)| *value = number(value));
    spec.parameters.sort_by(|(one, _), (other, _)| place(one).cmp(&place(other)).then(one.cmp(other)));
}

/// A fraction without trailing zeros; any other text unchanged.
fn number(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if text.contains('.') && number.is_finite() => number.to_string(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree_games::registry;

    fn game(text: &str) -> String {
        super::game(&registry(), text)
    }

    #[test]
    fn a_game_has_one_spelling() {
        for text in ["connect4", "connect4()", "connect4(width=7,height=6)", "connect4( height=6 )"] {
            assert_eq!(game(text), "connect4");
        }
        assert_eq!(game("connect4(height=5,width=6)"), "connect4(width=6,height=5)");
        assert_eq!(game("kalah(pits=6,seeds=4)"), "kalah");
        assert_eq!([game("chess"), game("<b>")], ["chess", "<b>"]);
    }

    #[test]
    fn a_player_has_one_spelling_and_keeps_what_may_have_been_no_default() {
        let spelled = |text: &str| player(&registry(), text, "connect4");
        assert_eq!(spelled("mm( eval=rivest, c=0.010 )"), "mm(c=0.01)");
        assert_eq!(spelled("mm(p=40,backup=mean)"), spelled("mm(backup=mean,p=40)"));
        let noisy = "mm(eval=rivest(noise=50,kind=biased))";
        assert_eq!(spelled("mm(eval=rivest(kind=biased,noise=50))"), noisy);
        assert_eq!(spelled("ab(moves=20k)"), "ab(moves=20000)");
        for entry in catalogue::SEARCHES {
            for Parameter { key, default, .. } in entry.parameters {
                let text = format!("{}({key}={})", entry.name, number(default));
                assert_eq!(spelled(&text), text);
            }
        }
        assert_eq!([spelled("ugi:./rival  --fast"), spelled("<b>")], ["ugi:./rival  --fast", "<b>"]);
    }

    #[test]
    fn an_evaluator_is_named_or_the_usual_one() {
        let seen = |player: &str| evaluator(&registry(), player, "connect4(width=6)");
        assert_eq!(seen("mm").as_deref(), Some("rivest"));
        assert_eq!(seen("mm(eval=fitted)").as_deref(), Some("fitted"));
        assert_eq!(seen("ugi:./rival"), None);
        assert_eq!(without_evaluator("mm(c=0.01,eval=fitted)"), "mm(c=0.01)");
        assert_eq!([budget("moves=20k"), budget("")], ["moves=20000", ""]);
    }
}
