//! Joins the JavaScript modules of the page into one script.
//!
//! A browser would request fifty modules one by one, compile each and link them, which takes more than half of the page's loading time. In
//! the joined script, each module is a function that returns its exports, placed after the modules it imports. This works for modules with
//! named imports and exports at top level and without circular imports. Joining any other module is an error; a test joins all modules of
//! the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ludex_kit::InputError;

/// Prefix of a declaration that other modules may import.
const EXPORT: &str = "export ";
/// Declarations that may be exported: the text between `export` and the name.
const DECLARATIONS: [&str; 4] = ["async function ", "function ", "class ", "const "];

/// Joins a module with all modules it imports. `read` returns the text of a path.
pub(super) fn join(
    entry: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<String, InputError> {
    let mut joining = Joining { read, numbers: BTreeMap::new(), script: String::new() };
    joining.add(entry)?;
    Ok(joining.script)
}

struct Joining<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    /// The number of each module in the script; `None` while its imports are being added.
    numbers: BTreeMap<String, Option<usize>>,
    script: String,
}

impl Joining<'_> {
    /// Adds a module after its imports, and returns its number.
    fn add(&mut self, path: &str) -> Result<usize, InputError> {
        match self.numbers.get(path) {
            Some(&Some(number)) => return Ok(number),
            Some(None) => {
                return Err(InputError::problem(
                    "page",
                    path,
                    "imports itself, directly or through other modules",
                ));
            }
            None => {}
        }
        let text =
            (self.read)(path).ok_or_else(|| InputError::problem("page", path, "does not exist"))?;
        self.numbers.insert(path.to_owned(), None);
        let mut body = String::new();
        let mut names = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            if line.starts_with("import ") {
                let (statement, after) = rest.split_once(';').unwrap_or((rest, ""));
                let import = Import::parse(statement)
                    .ok_or_else(|| InputError::new(path, statement, "import { … } from \"./…\""))?;
                let number = self.add(&resolve(path, import.from))?;
                let _ = write!(body, "const {{{}}} = m{number};", import.names);
                rest = after;
                continue;
            }
            if let Some(declaration) = line.strip_prefix(EXPORT) {
                let name = exported(declaration).ok_or_else(|| {
                    InputError::new(path, line, "export of a function, a class or a constant")
                })?;
                names.push(name);
                body.push_str(declaration);
            } else {
                body.push_str(line);
            }
            body.push('\n');
            rest = after;
        }
        let number = self.numbers.values().flatten().count();
        let names = names.join(", ");
        let _ =
            writeln!(self.script, "const m{number} = (() => {{\n{body}return {{{names}}};\n}})();");
        self.numbers.insert(path.to_owned(), Some(number));
        Ok(number)
    }
}

/// A statement `import { … } from "…"`.
struct Import<'a> {
    /// The names, as a destructuring pattern.
    names: String,
    from: &'a str,
}

impl<'a> Import<'a> {
    fn parse(statement: &'a str) -> Option<Self> {
        let rest = statement.strip_prefix("import {")?;
        let (names, from) = rest.split_once("} from \"")?;
        let from = from.strip_suffix('"')?;
        from.starts_with('.').then(|| Self { names: names.replace(" as ", ": "), from })
    }
}

/// The name that a declaration defines.
fn exported(declaration: &str) -> Option<&str> {
    let rest = DECLARATIONS.iter().find_map(|start| declaration.strip_prefix(start))?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let end = rest.find(|c| !is_name(c))?;
    (end > 0).then(|| &rest[..end])
}

/// Resolves a relative import, `./…` or `../…`.
fn resolve(module: &str, import: &str) -> String {
    let mut parts: Vec<&str> = module.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, InputError> {
        let files: BTreeMap<&str, &str> = files.iter().copied().collect();
        join("main.js", &|path| files.get(path).map(|&text| text.to_owned()))
    }

    #[test]
    fn a_module_appears_once_after_its_imports() {
        let script = joined(&[
            (
                "main.js",
                "import { one } from \"./a/one.js\";\nimport {\n  Two as Pair,\n} from \"./a/two.js\";\none(Pair);\n",
            ),
            (
                "a/one.js",
                "import { Two } from \"./two.js\";\nexport async function one(x) {\n  return x === Two;\n}\n",
            ),
            ("a/two.js", "import { three } from \"../three.js\";\nexport class Two {}\n"),
            ("three.js", "export const three = 3;\n"),
        ]);
        let expected = "\
const m0 = (() => {
const three = 3;
return {three};
})();
const m1 = (() => {
const { three } = m0;
class Two {}
return {Two};
})();
const m2 = (() => {
const { Two } = m1;
async function one(x) {
  return x === Two;
}
return {one};
})();
const m3 = (() => {
const { one } = m2;
const {
  Two: Pair,
} = m1;
one(Pair);
return {};
})();
";
        assert_eq!(script.expect("a script"), expected);
    }

    #[test]
    fn modules_that_cannot_be_joined_are_errors() {
        let cases: [(&[(&str, &str)], &str); 5] = [
            (&[("main.js", "import x from \"./x.js\";\n")], "import x"),
            (&[("main.js", "import { x } from \"x\";\n")], "import { x }"),
            (&[("main.js", "import { x } from \"./x.js\";\n")], "\"x.js\""),
            (&[("main.js", "export default 3;\n")], "export default 3"),
            (
                &[
                    ("main.js", "import { x } from \"./x.js\";\n"),
                    ("x.js", "import { y } from \"./main.js\";\n"),
                ],
                "imports itself",
            ),
        ];
        for (files, named) in cases {
            let error = joined(files).expect_err("no script").to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
