//! Decodes files of other programs: UTF-8, UTF-16 or Windows-1252.

use ludex_kit::{InputError, say};

use crate::lines::BYTE_ORDER_MARK;

/// A decoded text, with a remark if it was not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedText {
    /// The text, without a byte order mark.
    pub text: String,
    /// Which encoding was assumed, unless it is UTF-8.
    pub remark: Option<InputError>,
}

/// Decodes bytes. Anything that is neither UTF-8 nor UTF-16 is read as Windows-1252, a superset of Latin-1 in which
/// every byte is a character.
pub fn decode(bytes: &[u8]) -> DecodedText {
    if let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK) {
        return decode(rest);
    }
    if let Some(wide) = decode_utf16(bytes) {
        return DecodedText {
            text: wide,
            remark: Some(InputError::sentence(
                "line 1",
                say!("UTF-16 is not UTF-8, so the file is read as UTF-16"),
            )),
        };
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => DecodedText { text: text.to_owned(), remark: None },
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = before.split(|&byte| byte == b'\n').count();
            let place = format!("line {line}, byte {}", before.len() + 1);
            let byte = format!("{:#04x}", bytes[before.len()]);
            let text: String = bytes.iter().map(|&byte| windows_1252_char(byte)).collect();
            let other = charset(&text).filter(|name| !is_western(name));
            let remark = match other {
                Some(other) => say!(
                    "the byte {byte} is not UTF-8, so the file is read as Windows-1252, because {other} is not supported; names may be wrong",
                    byte,
                    other
                ),
                None => {
                    say!("the byte {byte} is not UTF-8, so the file is read as Windows-1252", byte)
                }
            };
            DecodedText { text, remark: Some(InputError::sentence(place, remark)) }
        }
    }
}

/// Decodes UTF-16. It is recognised by its byte order mark, or by zero bytes among the first characters.
fn decode_utf16(bytes: &[u8]) -> Option<String> {
    let zeros = |from: usize| {
        let head = &bytes[..bytes.len().min(8)];
        head.len() >= 4 && head.iter().skip(from).step_by(2).all(|&byte| byte == 0)
    };
    let (rest, is_little) = match bytes {
        [0xff, 0xfe, rest @ ..] => (rest, true),
        [0xfe, 0xff, rest @ ..] => (rest, false),
        rest if zeros(1) && !zeros(0) => (rest, true),
        rest if zeros(0) && !zeros(1) => (rest, false),
        _ => return None,
    };
    let pairs = rest.as_chunks::<2>().0.iter();
    let unit = if is_little { u16::from_le_bytes } else { u16::from_be_bytes };
    let units = pairs.map(|&pair| unit(pair));
    Some(String::from_utf16_lossy(&units.collect::<Vec<_>>()))
}

/// The character set that an SGF file names in its `CA` property.
fn charset(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("CA[")?;
    Some(rest.split_once(']')?.0.trim())
}

fn is_western(name: &str) -> bool {
    let known = [
        "utf-8",
        "iso-8859-1",
        "iso8859-1",
        "latin1",
        "latin-1",
        "windows-1252",
        "cp1252",
        "us-ascii",
    ];
    known.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The characters of Windows-1252 from 0x80 on, where Latin-1 has control characters.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252_char(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        Some(index) => WINDOWS_1252.get(usize::from(index)).copied().unwrap_or(char::from(byte)),
        None => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn files_are_decoded_from_their_encoding() {
        let told = |bytes: &[u8]| {
            let decoded = decode(bytes);
            (decoded.text, decoded.remark.map(|remark| remark.to_string()))
        };
        assert_eq!(told("é".as_bytes()), ("é".to_owned(), None));
        assert_eq!(told(b"\xef\xbb\xbf(;"), ("(;".to_owned(), None));
        let (text, remark) = told(b"a\nJos\xe9 \x80");
        assert_eq!(text, "a\nJosé €");
        assert!(remark.is_some_and(
            |remark| remark.starts_with("line 2, byte 6") && remark.contains("Windows-1252")
        ));
        for (mark, is_little) in
            [(&b"\xff\xfe"[..], true), (b"\xfe\xff", false), (b"", true), (b"", false)]
        {
            let units = "[A \"é\"]\n".encode_utf16();
            let bytes = units
                .flat_map(|unit| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() });
            let bytes: Vec<u8> = mark.iter().copied().chain(bytes).collect();
            let (text, remark) = told(&bytes);
            assert_eq!(text, "[A \"é\"]\n");
            assert!(remark.is_some_and(|remark| remark.contains("UTF-16")));
        }
        let (_, remark) = told(b"(;CA[Shift_JIS]PW[\x83])");
        assert!(remark.is_some_and(|remark| remark.contains("Shift_JIS")));
    }
}
