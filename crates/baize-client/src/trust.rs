//! Encryption: whose certificates to trust.

use baize_rules::Problem;
use std::net::TcpStream;
use std::path::PathBuf;

/// The authorities whose certificates are trusted: those of the system (or those that `SSL_CERT_FILE` and
/// `SSL_CERT_DIR` name) and those of an optional file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trust {
    /// A file with additional trusted certificates in PEM form.
    pub file: Option<PathBuf>,
}

/// Why an encrypted connection failed.
pub(crate) enum Refusal {
    /// The network.
    Away(std::io::Error),
    /// Trying again is useless.
    Final(Problem),
}

#[cfg(feature = "tls")]
mod encrypted {
    use super::{Problem, Refusal, TcpStream, Trust};
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, ServerName};
    use rustls::{ClientConfig, ClientConnection, Error, RootCertStore, StreamOwned};
    use std::sync::Arc;

    /// An encrypted connection.
    pub(crate) type Encrypted = StreamOwned<ClientConnection, TcpStream>;

    fn not_trusted(text: String) -> Problem {
        Problem::new("client.not_trusted", text)
    }

    impl Trust {
        fn roots(&self) -> Result<RootCertStore, Problem> {
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if let Some(path) = &self.file {
                let bad = |why: &dyn std::fmt::Display| {
                    not_trusted(format!("{} has no certificates that can be read: {why}", path.display()))
                };
                let own = CertificateDer::pem_file_iter(path).map_err(|error| bad(&error))?;
                let own = own.collect::<Result<Vec<_>, _>>().map_err(|error| bad(&error))?;
                if roots.add_parsable_certificates(own).0 == 0 {
                    return Err(bad(&"there are none"));
                }
            }
            Ok(roots)
        }

        /// Encrypts a connection to `host:port`, and verifies the server.
        pub(crate) fn encrypt(&self, host: &str, mut stream: TcpStream) -> Result<Encrypted, Refusal> {
            let name = host.rsplit_once(':').map_or(host, |(name, _)| name).trim_matches(['[', ']']);
            let name = ServerName::try_from(name.to_owned())
                .map_err(|_| Refusal::Final(not_trusted(format!("{name:?} is no name of a server"))))?;
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
            let config = config.map_err(|error| Refusal::Final(not_trusted(error.to_string())))?;
            let mut config =
                config.with_root_certificates(self.roots().map_err(Refusal::Final)?).with_no_client_auth();
            config.alpn_protocols = vec![b"http/1.1".to_vec()];
            let connection = ClientConnection::new(Arc::new(config), name);
            let mut connection =
                connection.map_err(|error| Refusal::Final(not_trusted(error.to_string())))?;
            while connection.is_handshaking() {
                connection.complete_io(&mut stream).map_err(|error| refusal(host, error))?;
            }
            Ok(StreamOwned::new(connection, stream))
        }
    }

    /// Tells a certificate that is not trusted from a network failure.
    fn refusal(host: &str, error: std::io::Error) -> Refusal {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
            Some(Error::InvalidCertificate(why)) => Refusal::Final(not_trusted(format!(
                "the certificate of {host} is not trusted: {why}; `--ca FILE` names an authority of your own"
            ))),
            _ => Refusal::Away(error),
        }
    }
}

#[cfg(not(feature = "tls"))]
mod encrypted {
    use super::{Problem, Refusal, TcpStream, Trust};

    /// Never created in this build.
    pub(crate) type Encrypted = TcpStream;

    impl Trust {
        pub(crate) fn encrypt(&self, _: &str, _: TcpStream) -> Result<Encrypted, Refusal> {
            let text = "this program was built without encryption; use an address of the server that begins with http://";
            Err(Refusal::Final(Problem::new("client.no_encryption", text)))
        }
    }
}
