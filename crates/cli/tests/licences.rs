//! Every dependency is under a permissive licence: MIT, Apache, BSD, ISC, Zlib, Unlicense or Unicode.

use std::process::Command;

const PERMISSIVE: [&str; 10] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "Unlicense",
    "Unicode-3.0",
];

/// Whether an SPDX expression can be satisfied with permissive licences: one side of an `OR`, both of an `AND`.
fn is_permissive(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let bare = |part: &str| part.trim().trim_matches(['(', ')']).trim().to_owned();
    expression.split(" AND ").all(|all| all.split(" OR ").any(|one| PERMISSIVE.contains(&bare(one).as_str())))
}

#[test]
fn every_dependency_is_permissive() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 20);
    let offending: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(is_permissive))
        .map(|package| format!("{} ({})", package["name"], package["license"]))
        .collect();
    assert!(offending.is_empty(), "{offending:?}");
}

#[test]
fn copyleft_is_recognised() {
    assert!(is_permissive("MIT OR Apache-2.0"));
    assert!(is_permissive("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(is_permissive("MIT OR GPL-3.0"));
    assert!(!is_permissive("GPL-3.0-or-later"));
    assert!(!is_permissive("MIT AND LGPL-2.1"));
    assert!(!is_permissive("MPL-2.0"));
}
