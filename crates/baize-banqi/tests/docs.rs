//! Checks the examples on the rules page for players.

use baize_banqi::{MatchRecord, Options, Position};

#[test]
fn every_example_of_the_rules_page_holds() {
    let page = include_str!("../../../docs/rules/banqi.md");
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let mut lines = 0;
    for block in &blocks {
        let block = block.strip_prefix("text\n").unwrap();
        if block.starts_with("banqi ") {
            let record: MatchRecord = block.parse().unwrap();
            assert_eq!(record.to_string(), block);
            record.replay().unwrap();
            continue;
        }
        for line in block.lines() {
            let position = Position::read(line, Options::default()).unwrap();
            assert!(line.contains('~') || position.line() == line);
            lines += 1;
        }
    }
    assert_eq!((blocks.len(), lines), (4, 4));
}
