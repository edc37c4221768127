//! Lists the files of the page, so that they can be compiled in.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join("page");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of the page")
        .map(|entry| entry.expect("a file of the page").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    let mut list = String::from("/// Our page with our module.\nstatic FILES: &[File<'static>] = &[\n");
    for name in names {
        let path = folder.join(&name).into_os_string().into_string().expect("a plain path");
        writeln!(list, "    File {{ name: {name:?}, bytes: include_bytes!({path:?}) }},").expect("a string");
    }
    list.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("files.rs"), list).expect("the list of files can be written");
}
