//! A strict reader of XML, which knows no more of it than a picture needs.

/// An element with its attributes and the text right in it.
#[derive(Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
}

/// Reads a document and returns its elements, or says what is wrong with it.
pub fn elements(xml: &str) -> Result<Vec<Element>, String> {
    let mut found: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = xml;
    while !rest.is_empty() {
        let Some(inside) = rest.strip_prefix('<') else {
            let end = rest.find('<').unwrap_or(rest.len());
            let text = unescaped(&rest[..end])?;
            match open.last() {
                Some(&element) => found[element].text.push_str(&text),
                None if text.trim().is_empty() => {}
                None => return Err(format!("text outside: {text:?}")),
            }
            rest = &rest[end..];
            continue;
        };
        let end = inside.find('>').ok_or("a tag has no end")?;
        let (tag, after) = (&inside[..end], &inside[end + 1..]);
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let element = open.pop().ok_or("nothing is open")?;
            if found[element].name != name {
                return Err(format!("{name} ends {}", found[element].name));
            }
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        if open.is_empty() && !found.is_empty() {
            return Err("two roots".to_owned());
        }
        found.push(element(tag)?);
        if !is_empty {
            open.push(found.len() - 1);
        }
    }
    if open.is_empty() { Ok(found) } else { Err("something is left open".to_owned()) }
}

fn element(tag: &str) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = Vec::new();
    while !rest.is_empty() {
        let (attribute, value) = rest.split_once("=\"").ok_or_else(|| format!("no attribute: {rest:?}"))?;
        let (value, more) = value.split_once('"').ok_or_else(|| format!("no end: {value:?}"))?;
        is_name(attribute)?;
        attributes.push((attribute.to_owned(), unescaped(value)?));
        rest = more.strip_prefix(' ').unwrap_or(more);
    }
    is_name(name)?;
    Ok(Element { name: name.to_owned(), attributes, text: String::new() })
}

fn is_name(name: &str) -> Result<(), String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':');
    if !name.is_empty() && name.bytes().all(plain) { Ok(()) } else { Err(format!("no name: {name:?}")) }
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<']) {
        plain.push_str(&rest[..at]);
        let (entity, after) = rest[at..].split_once(';').ok_or_else(|| format!("a bare & or <: {rest:?}"))?;
        plain.push(match entity {
            "&amp;" | "&amp" => '&',
            "&lt" => '<',
            "&gt" => '>',
            "&quot" => '"',
            "&#39" => '\'',
            other => return Err(format!("no entity: {other:?}")),
        });
        rest = after;
    }
    plain.push_str(rest);
    let allowed = |character: char| !character.is_control() && !matches!(character, '\u{fffe}' | '\u{ffff}');
    match plain.chars().find(|character| !allowed(*character) && *character != '\n') {
        Some(character) => Err(format!("{character:?} is no character of XML")),
        None => Ok(plain),
    }
}
