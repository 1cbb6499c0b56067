//! Metrics for operators.

use metrics::{
    Counter, Gauge, Histogram, counter, describe_counter, describe_gauge, describe_histogram, gauge,
    histogram,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

/// The metrics counted during play, looked up once.
pub(crate) struct Meter {
    pub(crate) entries: Counter,
    pub(crate) refusals: Counter,
    pub(crate) append_seconds: Histogram,
    pub(crate) append_failures: Counter,
    pub(crate) damaged: Counter,
    pub(crate) forked: Counter,
    pub(crate) faults: Counter,
    pub(crate) sockets: Gauge,
    pub(crate) sockets_refused: Counter,
    pub(crate) slow_readers: Counter,
    pub(crate) tables: Gauge,
    pub(crate) tables_opened: Counter,
    pub(crate) thoughts: Counter,
    pub(crate) thoughts_put_off: Counter,
    pub(crate) think_seconds: Histogram,
}

impl Meter {
    pub(crate) fn new() -> Meter {
        handle();
        Meter {
            entries: counter!("baize_entries_total"),
            refusals: counter!("baize_refusals_total"),
            append_seconds: histogram!("baize_append_seconds"),
            append_failures: counter!("baize_append_failures_total"),
            damaged: counter!("baize_damaged_tables_total"),
            forked: counter!("baize_forked_tables_total"),
            faults: counter!("baize_table_faults_total"),
            sockets: gauge!("baize_sockets"),
            sockets_refused: counter!("baize_sockets_refused_total"),
            slow_readers: counter!("baize_slow_readers_total"),
            tables: gauge!("baize_tables"),
            tables_opened: counter!("baize_tables_opened_total"),
            thoughts: counter!("baize_thoughts_total"),
            thoughts_put_off: counter!("baize_thoughts_put_off_total"),
            think_seconds: histogram!("baize_think_seconds"),
        }
    }
}

/// The page that Prometheus reads.
pub(crate) fn page() -> String {
    handle().render()
}

/// The recorder of the process, shared by all servers in it.
fn handle() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let seconds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0];
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &seconds)
            .expect("there are some buckets");
        let handle = builder.install_recorder().expect("nobody else in this process records");
        describe();
        handle
    })
}

fn describe() {
    describe_counter!("baize_entries_total", "Entries added to logs of tables and safe on disk.");
    describe_counter!("baize_refusals_total", "Requests that were refused.");
    describe_histogram!("baize_append_seconds", "From a request to its entries being safe on disk.");
    describe_counter!("baize_append_failures_total", "Appends that the store did not do.");
    describe_counter!(
        "baize_damaged_tables_total",
        "Tables found with a log that does not fit its checksums."
    );
    describe_counter!(
        "baize_forked_tables_total",
        "Tables frozen because clients were told another history than their log has."
    );
    describe_counter!(
        "baize_table_faults_total",
        "Tables that had a fault and were opened again from their log."
    );
    describe_gauge!("baize_sockets", "Open WebSocket connections.");
    describe_counter!("baize_sockets_refused_total", "Connections refused by a limit.");
    describe_counter!("baize_slow_readers_total", "Connections cut off because they read too slowly.");
    describe_gauge!("baize_tables", "Tables in memory.");
    describe_counter!("baize_tables_opened_total", "Tables made.");
    describe_counter!("baize_thoughts_total", "Moves of computer players.");
    describe_counter!(
        "baize_thoughts_put_off_total",
        "Moves of computer players put off because too many waited."
    );
    describe_histogram!("baize_think_seconds", "How long computer players thought about a move.");
}
