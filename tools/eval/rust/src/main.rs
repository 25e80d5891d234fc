//! Runs the extractor in Rust for make eval, by the protocol that extract.mjs describes.

use rs_trafilatura::{extract_with_options, Options};
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

const NAME: &str = "rs-trafilatura";

/// A page with its address.
type Page = (String, String);

fn read((html, url): &Page, markdown: bool) -> Result<String, String> {
    let options = Options { url: Some(url.clone()), output_markdown: markdown, ..Options::default() };
    let found = extract_with_options(html, &options).map_err(|e| e.to_string())?;
    Ok(if markdown { found.content_markdown.unwrap_or_default() } else { found.content_text })
}

/// CPU time of the process, that of helper threads included.
fn cpu() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a value of the right type that lives through the call.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

fn page(request: &Value) -> Page {
    let field = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
    (field("html"), field("url"))
}

fn answer(request: &Value, loaded: &mut Vec<Page>) -> Value {
    match request["op"].as_str() {
        Some("ways") => json!({ "ways": [NAME] }),
        Some("text") => match read(&page(request), false) {
            Ok(text) => json!({ "text": text }),
            Err(error) => json!({ "error": error }),
        },
        Some("clear") => {
            loaded.clear();
            json!({})
        }
        Some("load") => {
            loaded.push(page(request));
            json!({})
        }
        Some("pass") => {
            let begin = cpu();
            for p in loaded.iter() {
                let _ = read(p, true); // one that it breaks on took its time nevertheless
            }
            json!({ "seconds": cpu() - begin })
        }
        other => json!({ "error": format!("there is no {other:?}") }),
    }
}

fn main() -> io::Result<()> {
    let mut loaded = Vec::new();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let reply = match serde_json::from_str(&line?) {
            Ok(request) => answer(&request, &mut loaded),
            Err(error) => json!({ "error": error.to_string() }),
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    Ok(())
}
