//! Plain HTTP requests to the server.

use anyhow::{Context, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The longest that a request may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The address behind `http://host:port`.
pub(crate) async fn address(url: &str) -> anyhow::Result<SocketAddr> {
    let host = url.strip_prefix("http://").context("the address of a server looks like http://host:port")?;
    let host = host.trim_end_matches('/');
    let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let mut found = tokio::net::lookup_host(&host).await.with_context(|| format!("cannot find {host}"))?;
    found.next().with_context(|| format!("cannot find {host}"))
}

/// Gets a page with this token.
pub(crate) async fn get(server: SocketAddr, path: &str, token: &str) -> anyhow::Result<String> {
    let request = Request::builder().method(Method::GET).uri(path);
    let request = request.header("authorization", format!("Bearer {token}"));
    ask(server, request.body(Full::default())?).await
}

/// Opens a table.
pub(crate) async fn post(server: SocketAddr, path: &str, body: &Value) -> anyhow::Result<Value> {
    let request = Request::builder().method(Method::POST).uri(path);
    let request = request.header("content-type", "application/json");
    let answer = ask(server, request.body(Full::new(body.to_string().into()))?).await?;
    Ok(serde_json::from_str(&answer)?)
}

async fn ask(server: SocketAddr, mut request: Request<Full<Bytes>>) -> anyhow::Result<String> {
    request.headers_mut().insert("host", server.to_string().parse()?);
    timeout(PATIENCE, async {
        let stream = TcpStream::connect(server).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        let connection = tokio::spawn(connection);
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        let body = answer.into_body().collect().await?.to_bytes();
        connection.abort();
        let body = String::from_utf8_lossy(&body).into_owned();
        if !status.is_success() {
            bail!("the server answers {status}: {body}");
        }
        Ok(body)
    })
    .await?
}
