//! Takebacks and rematches.

use crate::script::{Script, hello};
use baize_protocol::Message;
use baize_room::{Hello, Input, Room};
use baize_rules::{Dice, Seed, Viewer};
use serde_json::{Value, json};

fn takeback() -> Value {
    json!({"op": "propose", "what": {"type": "TAKEBACK"}})
}

fn place(square: &str) -> Value {
    json!({"op": "play", "action": {"type": "PLACE", "square": square}})
}

#[test]
fn an_open_move_can_be_taken_back_until_the_other_side_has_moved() {
    let mut script = Script::two("othello");
    assert_eq!(script.refused(0, takeback()), "table.nothing_to_take_back");
    let before = script.client(1).state.view.clone();
    script.done(0, place("f5"));
    script.done(0, takeback());
    assert_eq!(script.client(1).state.view, before);
    assert_eq!(script.client(1).events().last().unwrap(), "TAKEN_BACK");
    script.done(0, place("d3"));
    script.done(1, place("c3"));
    script.done(0, takeback());
    let proposal = script.client(1).state.proposal.clone().unwrap().unwrap();
    assert_eq!(proposal.waiting.len(), 1, "the other side must agree now");
    script.done(1, json!({"op": "agree", "proposal": proposal.number}));
    assert_eq!(script.client(0).state.view, before, "both moves are taken back");
    assert_eq!(script.client(0).state.proposal, Some(None));
}

#[test]
fn a_proposal_lapses_when_the_game_goes_on() {
    let mut script = Script::two("othello");
    script.done(0, place("f5"));
    script.done(1, place("f6"));
    script.done(0, takeback());
    script.done(0, place("e6"));
    assert_eq!(script.refused(1, json!({"op": "agree", "proposal": 1})), "table.no_proposal");
}

#[test]
fn a_sealed_choice_can_be_changed_but_not_once_it_is_shown() {
    let mut script = Script::two("nine");
    let play = |card: u8| json!({"op": "play", "action": {"type": "PLAY", "card": card}});
    script.done(0, play(5));
    script.done(0, takeback());
    assert_eq!(script.client(0).events().last().unwrap(), "TAKEN_BACK");
    script.done(0, play(6));
    script.done(1, play(9));
    script.done(0, takeback());
    assert_eq!(script.client(0).events().last().unwrap(), "PROPOSED", "the other card has been seen");
}

#[test]
fn a_flip_shows_something_and_cannot_be_taken_back_alone() {
    let mut script = Script::two("banqi");
    script.play_on();
    script.done(0, takeback());
    assert_eq!(script.client(0).events().last().unwrap(), "PROPOSED");
    script.done(0, json!({"op": "decline", "proposal": 1}));
    assert_eq!(script.client(0).state.proposal, Some(None), "its maker withdraws it");
}

#[test]
fn a_computer_player_agrees_unless_something_was_shown() {
    for (game, last) in [("othello", "TAKEN_BACK"), ("banqi", "")] {
        let mut script = Script::open(json!({"game": game, "name": "Ann", "players": [null, "random"]}));
        script.host(0);
        script.done(0, json!({"op": "ready"}));
        script.play_on();
        let task = script.tasks.remove(0);
        let (_, action) = script.next_action().unwrap();
        script.input(Input::Thought {
            seat: task.seat,
            decision: task.decision,
            action: Ok(Some(action.into())),
        });
        if last.is_empty() {
            assert_eq!(script.refused(0, takeback()), "table.nothing_to_take_back");
        } else {
            script.done(0, takeback());
            assert_eq!(script.client(0).events().last().unwrap(), last);
            assert_eq!(script.room.record().unwrap().log.len(), 0, "its answer is taken back too");
        }
    }
}

/// A takeback that needs nobody's consent makes no seat forget anything: what it saw before and after the
/// action is what every deal it could not tell from the real one would have shown it.
#[test]
fn takebacks_without_consent_never_take_knowledge_away() {
    for game in ["othello", "banqi", "nine"] {
        let mut free = 0;
        for round in 0..6 {
            let mut script = Script::two(game);
            let mut dice = Dice::new(&Seed::from_text(&format!("{game} {round}")));
            for _ in 0..24 {
                let Some(table) = script.room.game() else { break };
                let Some(seat) = table.awaiting().must.iter().next() else { break };
                let menu = table.menu(seat).actions;
                let action = dice.pick(&menu).unwrap().action.clone();
                let before = table.boxed_clone();
                script.done(seat.index() as u64, json!({"op": "play", "action": action}));
                let Message::Done { .. } = script.send(seat.index() as u64, takeback()) else { continue };
                let is_free = script.client(0).events().last().unwrap() == "TAKEN_BACK";
                if !is_free {
                    let number = script.client(0).state.proposal.clone().unwrap().unwrap().number;
                    script.done(seat.index() as u64, json!({"op": "decline", "proposal": number}));
                    continue;
                }
                free += 1;
                for viewer in Viewer::all(2) {
                    let told = |mut table: Box<dyn baize_games::AnyTable>| {
                        let told = table.play(seat, &action.value()).ok()?;
                        let heard = told.into_iter().filter(|told| told.to.includes(viewer));
                        Some((heard.map(|told| told.event).collect::<Vec<_>>(), table.view(viewer)))
                    };
                    let real = told(before.boxed_clone());
                    for _ in 0..8 {
                        assert_eq!(
                            told(before.redeal(viewer, &mut dice)),
                            real,
                            "{game} {action:?} {viewer:?}"
                        );
                    }
                }
                script.done(seat.index() as u64, json!({"op": "play", "action": action}));
            }
        }
        assert!(free > 10, "{game}: {free}");
    }
}

#[test]
fn a_rematch_carries_everybody_along() {
    let mut script = Script::two("nine");
    script.watch(2);
    assert_eq!(script.refused(0, json!({"op": "rematch"})), "table.not_over");
    script.done(0, json!({"op": "resign"}));
    script.done(0, json!({"op": "rematch"}));
    assert_eq!(script.client(1).state.rematch.as_ref().unwrap().asked.len(), 1);
    assert!(script.rematches.is_empty());
    script.done(1, json!({"op": "rematch"}));
    let charter = script.rematches.pop().unwrap();
    let table = charter.table;
    let mut next = Room::open(charter, script.room_time()).unwrap();
    script.input(Input::RematchOpened { table });
    for client in 0..3 {
        assert_eq!(script.client(client).state.rematch.as_ref().unwrap().table, Some(table));
    }
    // Everybody's keys open the new table, one seat on.
    let ann = script.keys.token.clone();
    let bob = crate::script::token(script.client(1).token.as_ref().unwrap());
    let watch = script.keys.watch.clone();
    for (hello, seat) in [
        (Hello { token: Some(ann), ..hello("a") }, json!(1)),
        (Hello { token: Some(bob), ..hello("b") }, json!(0)),
        (Hello { watch: Some(watch), ..hello("w") }, json!(null)),
    ] {
        let now = baize_room::Now {
            at: script.room_time(),
            fresh: &mut || [1; 16],
            is_player: &|_, _| false,
            agrees: &|_, _, _, _| false,
        };
        let guest = baize_room::GuestId(next.guests() as u64);
        let outputs = next.handle(now, Input::Hello { guest, hello: Box::new(hello) });
        let baize_room::Output::Reply { text, .. } = &outputs[0] else { panic!("a reply") };
        let welcome: Value = serde_json::from_str(text).unwrap();
        assert_eq!(welcome["you"].get("seat").cloned().unwrap_or_default(), seat, "{welcome}");
        assert_eq!(welcome["info"]["rematchOf"], json!(script.room.id()));
    }
    assert_ne!(next.charter().seed.commitment(), script.room.charter().seed.commitment());
    assert_eq!(script.refused(0, json!({"op": "rematch"})), "table.over");
}

#[test]
fn a_rematch_against_the_computer_needs_one_wish() {
    let mut script = Script::open(json!({"game": "nine", "name": "Ann", "players": [null, "random"]}));
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    script.done(0, json!({"op": "resign"}));
    script.done(0, json!({"op": "rematch"}));
    assert_eq!(script.rematches.len(), 1);
}

fn draw() -> Value {
    json!({"op": "propose", "what": {"type": "DRAW"}})
}

#[test]
fn a_draw_is_offered_and_agreed_on_and_the_record_replays() {
    let mut script = Script::two("banqi");
    script.play_on();
    script.done(0, draw());
    assert_eq!(script.client(1).state.proposal.clone().flatten().unwrap().waiting.len(), 1);
    assert_eq!(script.refused(0, json!({"op": "agree", "proposal": 1})), "table.not_asked");
    script.done(1, json!({"op": "agree", "proposal": 1}));
    let events = script.client(0).events();
    assert_eq!(events[events.len() - 2..], ["AGREED", "DRAWN"]);
    let result = script.room.outcome().unwrap();
    assert!(result.winners.is_empty());
    assert_eq!(result.reason, "agreement");
    let record = script.room.record().unwrap();
    assert_eq!(record.verify().unwrap().result, Some(result));
    assert_eq!(script.refused(0, draw()), "table.over");
}

#[test]
fn a_draw_can_be_declined_is_withdrawn_by_a_move_and_is_not_offered_again_at_once() {
    let mut script = Script::two("banqi");
    script.play_on();
    script.done(0, draw());
    script.done(1, json!({"op": "decline", "proposal": 1}));
    assert_eq!(script.client(0).state.proposal, Some(None));
    assert_eq!(script.refused(0, draw()), "table.draw_too_soon");
    script.done(1, draw());
    script.play_on();
    assert_eq!(script.refused(0, json!({"op": "agree", "proposal": 2})), "table.no_proposal");
    for _ in 0..9 {
        script.play_on();
    }
    script.done(0, draw());
    assert_eq!(script.client(1).events().last().unwrap(), "PROPOSED");
}

#[test]
fn computer_players_answer_a_draw_at_once_and_all_must_agree() {
    let classic = json!({"game": "banqi", "name": "Ann", "players": [null, "random"]});
    let kingdoms = json!({"game": "banqi", "options": {"mode": "three-kingdoms"}, "name": "Ann",
        "players": [null, "random", "random"]});
    for (open, answers) in [(classic, ["AGREED", "DRAWN"]), (kingdoms, ["AGREED", "DECLINED"])] {
        let mut script = Script::open(open);
        script.host(0);
        script.done(0, json!({"op": "ready"}));
        script.done(0, draw());
        let events = script.client(0).events();
        assert_eq!(events[events.len() - 2..], answers);
        assert_eq!(script.client(0).state.proposal.clone().flatten(), None);
    }
}

#[test]
fn most_games_have_no_draw_by_agreement() {
    for game in ["othello", "nine"] {
        let mut script = Script::two(game);
        assert_eq!(script.refused(0, draw()), "table.no_draw");
    }
}
