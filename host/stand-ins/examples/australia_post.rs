//! Runs the Australia Post stand-in: `cargo run -p stand-ins --example australia_post [address]`.
#![allow(clippy::print_stdout, reason = "a program to be watched in a terminal")]

use stand_ins::australia_post::AustraliaPost;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let address = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "127.0.0.1:4010".into());
    let post = AustraliaPost::start(&address).await?;
    println!("Australia Post stands in at {}", post.origin());
    println!("  baseUrl        {}", post.url());
    println!("  accountNumber  {}", post.account_number());
    println!("  apiKey         {}", post.api_key());
    println!("  password       {}", post.password());
    println!("Consignments in an order move a step every 30 seconds. Stop with Ctrl-C.");
    loop {
        tokio::time::sleep(std::time::Duration::from_secs(30)).await;
        post.advance_all();
    }
}
