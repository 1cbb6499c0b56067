//! A browser whose storage survives and whose tab can be killed at any moment.

use baize_worker::Worker;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};

/// A browser: its storage outlasts its workers.
#[derive(Default)]
pub(crate) struct Browser {
    pub(crate) kept: BTreeMap<String, Value>,
    worker: Option<Worker>,
    /// Letters on their way to the worker.
    pub(crate) letters: VecDeque<Value>,
    pub(crate) heard: Vec<Value>,
    pub(crate) answers: Vec<(u16, Value)>,
    pub(crate) millis: u64,
    starts: u8,
}

impl Browser {
    pub(crate) fn start(&mut self) {
        self.worker = Some(Worker::new(Default::default()));
        self.starts += 1;
        let seed = format!("{:02x}", self.starts).repeat(32);
        self.send(json!({"op": "begin", "seed": seed, "url": "http://here"}));
    }

    /// Kills the tab: whatever was not stored is gone.
    pub(crate) fn kill(&mut self) {
        self.worker = None;
        self.letters.clear();
        self.heard.clear();
        self.start();
    }

    pub(crate) fn send(&mut self, what: Value) {
        self.letters.push_back(what);
    }

    /// Delivers one letter; false if there is none.
    pub(crate) fn step(&mut self) -> bool {
        let Some(what) = self.letters.pop_front() else { return false };
        self.millis += 5;
        let time = json!({"steady": self.millis, "wall": 1_700_000_000_000u64 + self.millis});
        let text = json!({"time": time, "what": what}).to_string();
        let said: Value = serde_json::from_str(&self.worker.as_mut().unwrap().handle(&text)).unwrap();
        assert!(said.get("error").is_none(), "{said}: {text}");
        for order in said["orders"].as_array().unwrap() {
            self.perform(order);
        }
        true
    }

    fn perform(&mut self, order: &Value) {
        match order["op"].as_str().unwrap() {
            "tell" => self.heard.push(serde_json::from_str(order["text"].as_str().unwrap()).unwrap()),
            "answer" => {
                let body = serde_json::from_str(order["body"].as_str().unwrap()).unwrap();
                self.answers.push((order["status"].as_u64().unwrap() as u16, body));
            }
            "write" => {
                let trouble = self.write(&order["change"], order["isNew"] == true);
                self.send(json!({"op": "written", "id": order["id"], "trouble": trouble}));
            }
            "open" | "read" => {
                let kept = self.kept.get_mut(order["table"].as_str().unwrap());
                if let (Some(kept), "open") = (&kept, order["op"].as_str().unwrap()) {
                    let epoch = kept["epoch"].as_u64().unwrap() + 1;
                    self.kept.get_mut(order["table"].as_str().unwrap()).unwrap()["epoch"] = json!(epoch);
                }
                let kept = self.kept.get(order["table"].as_str().unwrap()).cloned();
                self.send(json!({"op": "found", "id": order["id"], "kept": kept}));
            }
            "list" => {
                let listings: Vec<&Value> = self.kept.values().map(|kept| &kept["listing"]).collect();
                self.letters.push_back(json!({"op": "listed", "id": order["id"], "listings": listings}));
            }
            "work" => {
                // Another worker, with empty memory.
                let done = Worker::new(Default::default()).handle(&order["work"].to_string());
                let done: Value = serde_json::from_str(&done).unwrap();
                self.send(json!({"op": "done", "job": order["job"], "done": done}));
            }
            "release" | "stop" | "part" => {}
            other => panic!("what is {other}?"),
        }
    }

    /// A transaction: all of it or nothing.
    fn write(&mut self, change: &Value, is_new: bool) -> Option<&'static str> {
        let id = change["table"].as_str().unwrap();
        if is_new {
            assert!(!self.kept.contains_key(id));
            let mut kept = change.clone();
            kept.as_object_mut().unwrap().remove("after");
            self.kept.insert(id.to_owned(), kept);
            return None;
        }
        let kept = self.kept.get_mut(id).unwrap();
        let entries = kept["entries"].as_array_mut().unwrap();
        let is_next = entries.len() as u64 == change["after"].as_u64().unwrap();
        if !is_next || kept["epoch"] != change["epoch"] {
            return Some("fenced");
        }
        let entries = kept["entries"].as_array_mut().unwrap();
        entries.extend(change["entries"].as_array().unwrap().iter().cloned());
        for part in ["margin", "snapshot", "listing"] {
            if let Some(changed) = change.get(part) {
                kept[part] = changed.clone();
            }
        }
        None
    }

    pub(crate) fn settle(&mut self) {
        while self.step() {}
    }

    pub(crate) fn call(
        &mut self,
        method: &str,
        path: &str,
        query: &str,
        key: Option<&str>,
        body: Option<Value>,
    ) -> (u16, Value) {
        let body = body.map(|body| body.to_string());
        self.send(json!({"op": "call", "call": 1, "method": method, "path": path, "query": query, "key": key, "body": body}));
        self.settle();
        self.answers.pop().expect("every call is answered")
    }

    pub(crate) fn say(&mut self, text: &Value) {
        self.send(json!({"op": "hear", "connection": 1, "text": text.to_string()}));
    }

    /// Comes to a table and returns what it is shown.
    pub(crate) fn come_to(&mut self, table: &str, token: &str) -> Value {
        self.say(&json!({"op": "hello", "id": "h", "protocol": 1, "table": table, "token": token}));
        self.settle();
        let welcome = self.heard.iter().rposition(|message| message["op"] == "welcome");
        self.heard.split_off(welcome.unwrap_or_else(|| panic!("{:?}", self.heard))).swap_remove(0)
    }
}

pub(crate) fn open(browser: &mut Browser, open: Value) -> (String, String) {
    let (status, opened) = browser.call("POST", "/api/tables", "", None, Some(open));
    assert_eq!(status, 200, "{opened}");
    (opened["table"].as_str().unwrap().to_owned(), opened["token"].as_str().unwrap().to_owned())
}
