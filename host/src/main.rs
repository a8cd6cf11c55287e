//! Entry point of the program `waybill`.

/// Faster than the system's allocator for the many short-lived allocations of plugin calls and
/// JSON.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    waybill::cli::main()
}
