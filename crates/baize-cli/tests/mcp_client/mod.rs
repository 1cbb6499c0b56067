//! A client of `baize mcp` over its pipes: plain JSON-RPC, without the libraries that the server uses.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(crate) struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    pub(crate) folder: PathBuf,
    requests: u64,
}

impl Client {
    pub(crate) fn start(name: &str) -> Client {
        Client::start_with(name, &[])
    }

    pub(crate) fn start_with(name: &str, options: &[&str]) -> Client {
        let folder = std::env::temp_dir().join(format!("baize-mcp-{name}-{}", std::process::id()));
        let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
            .args(["mcp", "--data"])
            .arg(&folder)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Client { child, to, from, folder, requests: 0 };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"},
        });
        let welcome = client.ask("initialize", &hello);
        assert_eq!(welcome["result"]["serverInfo"]["name"], "baize");
        client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has gone");
            let reply: Value = serde_json::from_str(&line).unwrap();
            if reply["id"] == id {
                return reply;
            }
        }
    }

    /// Calls a tool; returns its reply, and whether that is a refusal.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> (Value, bool) {
        let reply = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &reply["result"];
        let is_error = result["isError"] == true;
        assert!(result["content"][0]["text"].as_str().is_some_and(|text| !text.is_empty()), "{reply}");
        (result["structuredContent"].clone(), is_error)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The end of input is the end of the server.
        self.to = None;
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
