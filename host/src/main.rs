//! The program `waybill`.

/// Plugin calls and JSON make many short-lived pieces, which this hands out at a fraction of the system's price.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    waybill::cli::main()
}
