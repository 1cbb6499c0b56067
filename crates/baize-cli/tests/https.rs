//! Links that begin with `https://`: the program joins a table behind an encrypting proxy, as servers have
//! one.

mod mcp_client;

use mcp_client::Client;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// A server that stores nothing, an encrypting proxy in front of it, and the certificate of the proxy's
/// authority.
struct House {
    child: Child,
    host: String,
    port: u16,
    folder: PathBuf,
}

impl House {
    /// Starts both, with a certificate for `name`.
    fn start(name: &str) -> House {
        let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
            .args(["serve", "--port", "0", "--store", "memory"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().rsplit_once("http://").expect("the server says where it listens").1.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let folder = std::env::temp_dir().join(format!("baize-https-{port}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (config, authority) = certificates(name);
        std::fs::write(folder.join("authority.pem"), authority).unwrap();
        let behind = host.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (config, behind) = (Arc::clone(&config), behind.clone());
                std::thread::spawn(move || carry(config, stream, &behind));
            }
        });
        House { child, host, port, folder }
    }

    fn authority(&self) -> String {
        self.folder.join("authority.pem").display().to_string()
    }

    /// Opens a table against the computer and returns the encrypted link to the other seat.
    fn open(&self) -> String {
        let (host, table) = (&self.host, r#"{"game":"nine","players":[null,"medium"],"pace":"instant"}"#);
        let head = format!("POST /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        let head = format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", table.len());
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(format!("{head}{table}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let opened: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        let link = opened["links"][0]["link"].as_str().unwrap();
        let (_, way) = link.split_once("/t/").unwrap();
        format!("https://localhost:{}/t/{way}", self.port)
    }

    /// Runs `baize play --join` with this input.
    fn play(&self, more: &[&str], typed: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
            .args(["play", "--join", &self.open(), "--name", "Ann", "--language", "en"])
            .args(more)
            .env("HOME", &self.folder)
            .env_remove("BAIZE_CA")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program may have ended before it read anything.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        child.wait_with_output().unwrap()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Makes an authority for this test, and a server's certificate from it.
fn certificates(name: &str) -> (Arc<ServerConfig>, String) {
    let (own, key) = (KeyPair::generate().unwrap(), KeyPair::generate().unwrap());
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = authority.self_signed(&own).unwrap().pem();
    let issuer = Issuer::new(authority, own);
    let server = CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![server.der().clone()], key)
        .unwrap();
    (Arc::new(config), pem)
}

/// Carries bytes between a client and the server, decrypting and encrypting, until one of them has gone.
fn carry(config: Arc<ServerConfig>, mut client: TcpStream, behind: &str) {
    let mut connection = ServerConnection::new(config).unwrap();
    while connection.is_handshaking() {
        if connection.complete_io(&mut client).is_err() {
            return;
        }
    }
    let mut server = TcpStream::connect(behind).unwrap();
    let patience = Some(Duration::from_millis(5));
    client.set_read_timeout(patience).unwrap();
    server.set_read_timeout(patience).unwrap();
    let is_patience = |error: &std::io::Error| {
        matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
    };
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let mut encrypted = rustls::Stream::new(&mut connection, &mut client);
        match encrypted.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) if server.write_all(&bytes[..count]).is_err() => break,
            Ok(_) => {}
            Err(error) if is_patience(&error) => {}
            Err(_) => break,
        }
        match server.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) if encrypted.write_all(&bytes[..count]).is_err() => break,
            Ok(_) => {}
            Err(error) if is_patience(&error) => {}
            Err(_) => break,
        }
    }
    let _ = client.shutdown(Shutdown::Both);
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_terminal_plays_to_the_end_behind_https() {
    let house = House::start("localhost");
    let typed = "\n".to_owned() + &(1..=9).map(|card| format!("{card}\n")).collect::<String>();
    let played = house.play(&["--ca", &house.authority()], &typed);
    let (told, error) = (said(&played.stdout), said(&played.stderr));
    assert!(played.status.success(), "{told}{error}");
    assert!(told.contains("Won by") || told.contains("A draw"), "{told}");
}

#[test]
fn a_server_that_nobody_vouches_for_is_refused_with_a_reason() {
    let house = House::start("localhost");
    let refused = house.play(&[], "\n");
    assert_eq!(refused.status.code(), Some(1));
    let why = said(&refused.stderr);
    assert!(why.contains("is not trusted") && why.contains("--ca FILE"), "{why}");
    // A name other than the link's.
    let other = House::start("elsewhere.example");
    let refused = other.play(&["--ca", &other.authority()], "\n");
    assert!(said(&refused.stderr).contains("is not trusted"), "{}", said(&refused.stderr));
    // A file without a certificate.
    let empty = house.folder.join("empty.pem");
    std::fs::write(&empty, "nothing").unwrap();
    let refused = house.play(&["--ca", &empty.display().to_string()], "\n");
    assert!(said(&refused.stderr).contains("no certificates"), "{}", said(&refused.stderr));
}

#[test]
fn a_model_takes_a_seat_behind_https() {
    let house = House::start("localhost");
    let mut client = Client::start_with("https", &["--ca", &house.authority()]);
    let (mut shown, refused) = client.call("join", &json!({"link": house.open(), "name": "Model"}));
    assert!(!refused, "{shown}");
    while shown["result"].is_null() {
        let typed = shown["legal"][0].as_str().unwrap_or("wait").to_owned();
        let wish = json!({"table": shown["id"], "version": shown["version"], "move": typed});
        let (next, refused) = client.call("move", &wish);
        assert!(!refused, "{next}");
        shown = next;
    }
    let mut other = Client::start("https-refused");
    let (refusal, refused) = other.call("join", &json!({"link": house.open()}));
    assert!(refused && refusal["error"]["code"] == "client.not_trusted", "{refusal}");
}
