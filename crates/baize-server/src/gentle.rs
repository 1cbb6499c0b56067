//! Ends a connection so that the client still learns why.

use crate::listen::Peer;
use std::io;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;

/// How long to go on reading what the client sends after the end.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many bytes of it to read at most.
const MOST_BYTES: usize = 4 << 20;

/// A stream that can be closed gently. If unread data is left when a stream is closed, the system sends a
/// reset and the client loses the last message, which says why it was sent away. So the rest is read first,
/// for a moment.
pub(crate) struct Gentle {
    stream: Option<TcpStream>,
    peer: Peer,
}

impl Gentle {
    pub(crate) fn new(stream: TcpStream, peer: Peer) -> Gentle {
        Gentle { stream: Some(stream), peer }
    }

    fn stream(&mut self) -> Pin<&mut TcpStream> {
        Pin::new(self.stream.as_mut().expect("the stream is there until it is dropped"))
    }
}

impl Drop for Gentle {
    fn drop(&mut self) {
        if !self.peer.is_gentle.load(Ordering::Relaxed) {
            return;
        }
        if let (Some(stream), Ok(runtime)) = (self.stream.take(), Handle::try_current()) {
            // It counts as a connection until it is closed.
            let peer = self.peer.clone();
            runtime.spawn(async move {
                let _ = tokio::time::timeout(PATIENCE, read_rest(stream)).await;
                drop(peer);
            });
        }
    }
}

async fn read_rest(mut stream: TcpStream) {
    let _ = stream.shutdown().await;
    let (mut buffer, mut bytes) = ([0; 4_096], 0);
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        bytes += count;
        if bytes > MOST_BYTES {
            return;
        }
    }
}

impl AsyncRead for Gentle {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream().poll_read(context, buffer)
    }
}

impl AsyncWrite for Gentle {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream().poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }
}
