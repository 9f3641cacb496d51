//! `cargo xtask release`: makes the release that users download, as a folder and as an archive.

use std::env;
use std::fs;

use crate::{Done, cargo, create_folder, program, root, run, target, text_of, write};

/// Builds the program with the profile `dist`, and packs it with its manual pages, shell completions and licences.
pub(crate) fn pack() -> Done {
    run(cargo().args(["build", "--profile", "dist", "--locked", "-p", "ludex"]))?;
    let built = target().join("dist").join(format!("ludex{}", env::consts::EXE_SUFFIX));
    let version = text_of(program(&built).arg("--version"))?;
    let version = version.split_whitespace().last().unwrap_or_default();
    let name = format!("ludex-{version}-{}-{}", env::consts::ARCH, env::consts::OS);
    let parent = target().join("dist");
    let folder = parent.join(&name);

    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    create_folder(&folder.join("completions"))?;
    fs::copy(&built, folder.join(format!("ludex{}", env::consts::EXE_SUFFIX))).map_err(failed)?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "NOTICE"] {
        fs::copy(root().join(file), folder.join(file)).map_err(failed)?;
    }
    run(program(&built).args(["man", "--quiet", "--out"]).arg(folder.join("man")))?;
    for (shell, file) in [("bash", "ludex.bash"), ("fish", "ludex.fish"), ("zsh", "_ludex")] {
        write(
            &folder.join("completions").join(file),
            &text_of(program(&built).args(["completions", shell]))?,
        )?;
    }
    run(program("tar")
        .arg("-C")
        .arg(&parent)
        .arg("-czf")
        .arg(parent.join(format!("{name}.tar.gz")))
        .arg(&name))?;
    println!("{}", parent.join(format!("{name}.tar.gz")).display());
    Ok(())
}
