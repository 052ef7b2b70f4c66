//! Which paths the browser routes by itself.

use percent_encoding::percent_decode_str;

/// First parts of paths that belong to programs. A program that asks for something missing there must not be sent a page.
const RESERVED: &[&str] = &["api", "mcp", "healthz", "readyz", "metrics"];

/// Tells whether a path is answered with the page: it is plain, and its last part is no name of a file.
pub fn is_page(path: &str) -> bool {
    let Ok(decoded) = percent_decode_str(path).decode_utf8() else { return false };
    let Some(parts) = decoded.strip_prefix('/') else { return false };
    let (folders, last) = parts.rsplit_once('/').unwrap_or(("", parts));
    let first = parts.split('/').next().unwrap_or_default();
    let odd = |part: &str| part.is_empty() || matches!(part, "." | "..");
    let odd_folder = parts.contains('/') && folders.split('/').any(odd);
    let odd_character = decoded.contains(|character: char| character.is_control() || character == '\\');
    // A slash that was encoded is in the decoded path only.
    let hidden_slash = decoded.matches('/').count() != path.matches('/').count();
    !(RESERVED.contains(&first) || last.contains('.') || odd_folder || odd_character || hidden_slash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_without_a_file_name_are_pages() {
        for path in ["/", "/setup", "/login", "/projects/", "/p/01/b/02", "/p/a.b/c", "/Zo%C3%AB", "/apiary", "/metric"]
        {
            assert!(is_page(path), "{path}");
        }
    }

    #[test]
    fn files_programs_and_tricks_are_no_pages() {
        for path in [
            "",
            "*",
            "/icon.svg",
            "/p/.env",
            "/a%2ejs",
            "/api",
            "/api/",
            "/api/nothing",
            "/%61pi/me",
            "/mcp",
            "/mcp/x",
            "/healthz/x",
            "/readyz/",
            "/metrics/x",
            "//",
            "//api/me",
            "/a//b",
            "/..",
            "/../etc/passwd",
            "/a/../b",
            "/%2e%2e/etc/passwd",
            "/a/./b",
            "/..%2f..%2fetc%2fpasswd",
            "/a%2fb",
            "/a%5cb",
            "/a\\b",
            "/a%00b",
            "/%ff",
        ] {
            assert!(!is_page(path), "{path}");
        }
    }
}
