//! `baize serve` as a process that is paused and continued: meanwhile its players' clocks stand still.
#![cfg(unix)]

use baize_client::{Seated, Socket, Way};
use baize_protocol::{Key, Request, StepFact, TableId};
use baize_rules::{Language, Seat};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The longest wait for anything in this test.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the process is paused: longer than a busy machine keeps a process waiting.
const STOPPED: Duration = Duration::from_secs(5);
/// How many milliseconds may be charged to a player before a pause is noticed.
const BEAT: u64 = 250;

/// A server that stores nothing and is killed at the end.
struct Program {
    child: Child,
    host: String,
}

impl Program {
    fn start() -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
            .args(["serve", "--port", "0", "--store", "memory"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().rsplit_once("http://").expect("the server says where it listens").1.to_owned();
        Program { child, host }
    }

    fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    fn open(&self, table: &str) -> Value {
        let (host, length) = (&self.host, table.len());
        let head = format!("POST /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        let head = format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(format!("{head}{table}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server's time, and what is left in the first seat's bank.
fn told(seated: &Seated) -> (u64, u64) {
    let clocks = seated.state().clocks.as_ref().unwrap();
    (clocks.at.0, clocks.seats[0].left.unwrap())
}

#[test]
fn a_stopped_process_charges_nobody() {
    let program = Program::start();
    let opened = program.open(
        r#"{"game":"othello","name":"Ann","players":[null,"random"],"pace":"instant","clock":{"bank":3600}}"#,
    );
    let token = serde_json::from_value(opened["token"].clone()).unwrap();
    let way = Way {
        table: TableId::new(opened["table"].as_str().unwrap()).unwrap(),
        secret: None,
        key: Key::from_bytes([1; 16]),
        name: "Ann".to_owned(),
        token: Some(token),
        since: None,
    };
    let socket = Box::new(Socket::new(program.host.clone()));
    let mut ann = Seated::sit(socket, way, Language::English, &Key::from_bytes([2; 16])).unwrap();
    ann.ask(|id| Request::Ready { id, entropy: None }).unwrap();
    let until = Instant::now() + PATIENCE;
    while ann.state().clocks.is_none() {
        assert!(ann.wait(until), "the game begins");
    }
    assert!(ann.is_due() && ann.seat() == Some(Seat::FIRST));
    let (began, bank) = told(&ann);

    program.signal("-STOP");
    let stopped = Instant::now();
    while stopped.elapsed() < STOPPED {
        std::thread::sleep(STOPPED - stopped.elapsed());
    }
    let stood = stopped.elapsed().as_millis() as u64;
    program.signal("-CONT");

    let has_rested = |ann: &Seated| ann.steps(0).any(|step| matches!(step.event, StepFact::Rested {}));
    while !has_rested(&ann) {
        assert!(ann.wait(until), "people are told that their clocks stood still");
    }
    let (at, left) = told(&ann);
    let (went, charged) = (at - began, bank - left);
    assert!(went >= stood, "dates stay right: {went} of {stood}");
    assert!(charged + stood <= went + BEAT, "{charged} are charged of {went}, {stood} of them stopped");
    // And the game goes on.
    let action = ann.table().unwrap().menu(Seat::FIRST).actions[0].action.value();
    ann.play(&action).unwrap();
}
