//! Tests of writers of several programs.

use super::*;

/// Writes a row in a transaction that waits once for other tasks.
async fn write(program: Connections) -> sqlx::Result<()> {
    let mut transaction = program.begin(Begin::Write { is_durable: true }).await?;
    transaction.run("INSERT INTO rows VALUES (1)", &[]).await?;
    task::yield_now().await;
    transaction.commit()
}

/// The file of `name` with a table, opened by several programs.
fn programs<const N: usize>(name: &str) -> [Connections; N] {
    let file = std::env::temp_dir().join(format!("waybill-{name}-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let programs = std::array::from_fn(|_| Connections::open(&file, true, 1).unwrap());
    let created = Connection::open(&file).unwrap();
    created
        .execute_batch("CREATE TABLE rows (id INTEGER)")
        .unwrap();
    programs
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn programs_that_write_to_one_file_wait_for_each_other() {
    let started_at = Instant::now();
    let [first, second, third] = programs("turns");
    // In one task: a wait that holds the thread would keep the others from ending.
    let outcomes = tokio::join!(write(first), write(second.clone()), write(third));
    assert!(outcomes.0.is_ok() && outcomes.1.is_ok() && outcomes.2.is_ok());
    assert!(started_at.elapsed() < BUSY_TIMEOUT);
    let mut read = second.begin(Begin::Read).await.unwrap();
    let rows = read.run("SELECT id FROM rows", &[]).await.unwrap();
    assert_eq!(rows.len(), 3);
}
