//! Texts of PDF documents, read by Poppler.

/// Returns the text of a document; None if Poppler is not installed.
pub fn pdf_text(pdf: &[u8]) -> Option<String> {
    let file = std::env::temp_dir().join(format!("{}.pdf", uuid::Uuid::now_v7()));
    std::fs::write(&file, pdf).expect("a temporary file can be written");
    let read = std::process::Command::new("pdftotext")
        .args(["-layout".as_ref(), file.as_os_str(), "-".as_ref()])
        .output();
    std::fs::remove_file(&file).expect("a temporary file can be removed");
    Some(String::from_utf8_lossy(&read.ok()?.stdout).into_owned())
}
