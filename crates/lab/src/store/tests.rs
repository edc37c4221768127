use super::*;
use tempfile::TempDir;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    b: &'static str,
    seed: Option<u64>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Number {
    number: u64,
}

impl Kept for Number {
    const KIND: &'static str = "number";
}

const HEAD: Head = Head { b: "ab", seed: None };

fn enter(path: &Path, head: &Head) -> Result<Store, Error> {
    let mut store = Store::open(path)?;
    store.enter(head)?;
    Ok(store)
}

fn error(path: &Path, head: &Head) -> String {
    enter(path, head).unwrap_err().to_string()
}

fn fresh() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.jsonl");
    (folder, path)
}

/// Writes the numbers of two sections that are not in the file yet.
fn write(path: &Path) {
    let mut store = Store::open(path).unwrap();
    for (head, count) in [(HEAD, 3), (Head { seed: Some(7), ..HEAD }, 2)] {
        store.enter(&head).unwrap();
        let mut next = 0;
        while next < count {
            match store.kept::<Number>().unwrap() {
                Some(kept) => assert_eq!(kept.number, next),
                None => store.append(&Number { number: next }).unwrap(),
            }
            next += 1;
        }
    }
    store.sync().unwrap();
}

#[test]
fn a_file_torn_anywhere_is_completed() {
    let (_folder, path) = fresh();
    write(&path);
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(whole.split(|&byte| byte == b'\n').count(), 8);
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        write(&path);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "torn after {length} bytes");
    }
}

#[test]
fn a_long_torn_line_is_cut_off() {
    let (_folder, path) = fresh();
    write(&path);
    let whole = std::fs::read(&path).unwrap();
    let mut torn = whole.clone();
    torn.extend(vec![b'x'; 3 * BLOCK as usize]);
    std::fs::write(&path, torn).unwrap();
    let mut store = enter(&path, &HEAD).unwrap();
    while store.kept::<Number>().unwrap().is_some() {}
    store.enter(&Head { seed: Some(7), ..HEAD }).unwrap();
    while store.kept::<Number>().unwrap().is_some() {}
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

#[test]
fn a_second_writer_is_refused_until_the_first_is_gone() {
    let (_folder, path) = fresh();
    let first = enter(&path, &HEAD).unwrap();
    let refusal =
        format!("{} is being written by another process: expected a file of our own", path.display());
    assert_eq!(error(&path, &HEAD), refusal);
    drop(first);
    assert!(enter(&path, &HEAD).is_ok());
}

#[test]
fn another_run_is_refused_with_the_field_that_differs() {
    let (_folder, path) = fresh();
    enter(&path, &HEAD).unwrap();
    let before = std::fs::read(&path).unwrap();
    let name = path.display();
    let ours = Head { b: "mm", seed: Some(2) };
    assert_eq!(error(&path, &ours), format!(r#"{name}, line 1: another run, its b is "ab", expected "mm""#));
    let ours = Head { seed: Some(7), ..HEAD };
    assert_eq!(error(&path, &ours), format!("{name}, line 1: another run, its seed is null, expected 7"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[derive(Serialize)]
struct Built {
    b: &'static str,
    signature: Option<u64>,
    commit: &'static str,
}

#[test]
fn another_build_is_refused_unless_allowed_and_then_marks_where_it_began() {
    let (_folder, path) = fresh();
    let built = |signature, commit| Built { b: "ab", signature, commit };
    let go_on = |head: &Built, other_build: bool, number: u64| -> Result<(), Error> {
        let mut store = Store::open_for(&path, other_build)?;
        store.enter(head)?;
        while store.kept::<Number>()?.is_some() {}
        store.append(&Number { number })
    };
    go_on(&built(Some(7), "old"), false, 0).unwrap();
    // Another commit that behaves alike is the same build.
    go_on(&built(Some(7), "new"), false, 1).unwrap();
    let refusal = go_on(&built(Some(8), "new"), false, 2).unwrap_err().to_string();
    let expected = "line 1: written by another build, its signature is 7 and that of this one 8: expected the same \
                    build, or --other-build";
    assert!(refusal.ends_with(expected), "{refusal}");
    go_on(&built(Some(8), "new"), true, 2).unwrap();
    go_on(&built(Some(8), "new"), true, 3).unwrap();
    let lines: Vec<String> = std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[3], r#"{"record":"build","signature":8,"commit":"new"}"#);
    // The first build finds records of the second.
    let refusal = go_on(&built(Some(7), "old"), false, 4).unwrap_err().to_string();
    assert!(refusal.contains("line 4: written by another build, its signature is 8"), "{refusal}");
}

#[test]
fn somebody_elses_file_is_left_alone() {
    let (_folder, path) = fresh();
    for text in
        ["dear diary", "dear diary\n", "dear diary\nno end", "{}\n", "[1]\n", "{\"record\":\"game\"}\n"]
    {
        std::fs::write(&path, text).unwrap();
        let error = error(&path, &HEAD);
        assert!(error.contains("line 1: ") && error.contains("expected the header of a run"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_broken_line_in_the_middle_is_named() {
    let (_folder, path) = fresh();
    enter(&path, &HEAD).unwrap();
    let head = std::fs::read_to_string(&path).unwrap();
    for (line, problem) in [
        ("{\"record\":\"number\",\"number\":", "expected a number: "),
        ("{\"record\":\"number\",\"number\":-1}", "expected a number: "),
        ("{\"record\":\"game\"}", "line 2: a game, expected a number"),
    ] {
        std::fs::write(&path, format!("{head}{line}\n")).unwrap();
        let error = enter(&path, &HEAD).unwrap().kept::<Number>().unwrap_err().to_string();
        assert!(error.contains("line 2: ") && error.contains(problem), "{error}");
    }
}

#[test]
fn a_folder_that_does_not_exist_is_a_clean_error() {
    let (folder, _) = fresh();
    let path = folder.path().join("nowhere").join("games.jsonl");
    assert!(error(&path, &HEAD).starts_with(&format!("cannot open {}: ", path.display())));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_not_read() {
    let mut store = enter(Path::new("/dev/null"), &HEAD).unwrap();
    assert!(store.kept::<Number>().unwrap().is_none());
    store.append(&Number { number: 1 }).unwrap();
    store.sync().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_clean_error() {
    let error = error(Path::new("/dev/full"), &HEAD);
    assert!(error.starts_with("cannot write /dev/full: "), "{error}");
}
