//! A question to answer before an action is sent.

use serde_json::Value;

/// What an action leaves open, and what is played for each answer.
pub(super) struct Question {
    /// What is asked, in lines.
    pub(super) text: String,
    /// What can be typed, in lower case, and the action it plays.
    pub(super) answers: Vec<(&'static [&'static str], Value)>,
}

/// What was answered.
pub(super) enum Answer {
    Play(Value),
    Cancel,
    Unclear,
}

impl Question {
    pub(super) fn answer(&self, typed: &str) -> Answer {
        let typed = typed.trim().to_lowercase();
        if ["c", "cancel"].contains(&typed.as_str()) {
            return Answer::Cancel;
        }
        let meant = self.answers.iter().find(|(names, _)| names.contains(&typed.as_str()));
        meant.map_or(Answer::Unclear, |(_, action)| Answer::Play(action.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_one_of_its_names_however_it_is_written() {
        let question = Question { text: String::new(), answers: vec![(&["s", "start"], json!(1))] };
        let check = |typed: &str, expect: &str| {
            let found = match question.answer(typed) {
                Answer::Play(action) => action.to_string(),
                Answer::Cancel => "cancel".to_owned(),
                Answer::Unclear => "unclear".to_owned(),
            };
            assert_eq!(found, expect, "{typed}");
        };
        check(" Start ", "1");
        check("s", "1");
        check("C", "cancel");
        check("st", "unclear");
        check("", "unclear");
    }
}
