// Uses much of Rust's library, then prints its input.
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::{mpsc, Arc, Condvar, Mutex};
use std::time::{Duration, Instant, SystemTime};
use std::{env, panic, thread};

fn deep(n: u32) -> u32 {
    let frame = [n; 100];
    if n == 0 { 0 } else { 1 + deep(n - 1) + frame[1] - n }
}

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (0..8).map(|n| {
        let (pair, sender) = (Arc::clone(&pair), sender.clone());
        thread::spawn(move || { *pair.0.lock().unwrap() += 1; pair.1.notify_all(); sender.send(n).unwrap(); })
    }).collect();
    for one in threads { one.join().unwrap(); }
    assert_eq!(receiver.try_iter().sum::<i32>(), 28);
    assert!(receiver.recv_timeout(Duration::from_millis(1)).is_err());
    let big = thread::Builder::new().stack_size(64 << 20).spawn(|| deep(20000)).unwrap();
    assert_eq!(big.join().unwrap(), 20000);
    assert_eq!(thread::scope(|scope| scope.spawn(|| 3).join().unwrap()), 3);
    panic::set_hook(Box::new(|_| {}));
    assert!(panic::catch_unwind(|| panic!("x")).is_err());
    assert!(Vec::<u8>::new().try_reserve(1 << 46).is_err() || cfg!(debug_assertions));
    let folder = env::temp_dir().join("wide");
    fs::create_dir_all(folder.join("a/b")).unwrap();
    let name = folder.join("file");
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&name).unwrap();
    file.write_all(b"hello").unwrap();
    file.sync_all().unwrap();
    file.seek(SeekFrom::Start(1)).unwrap();
    file.set_len(3).unwrap();
    let mut text = String::new();
    file.read_to_string(&mut text).unwrap();
    assert_eq!(text, "el");
    fs::copy(&name, folder.join("copy")).unwrap();
    fs::rename(folder.join("copy"), folder.join("moved")).unwrap();
    fs::hard_link(&name, folder.join("link")).unwrap();
    std::os::unix::fs::symlink("file", folder.join("symlink")).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 5);
    assert!(fs::metadata(&name).unwrap().modified().unwrap() <= SystemTime::now() && File::open("nothing").is_err());
    fs::canonicalize(&name).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let mut child = Command::new("/bin/cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"x").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"x");
    let (mut one, mut other) = UnixStream::pair().unwrap();
    one.write_all(b"y").unwrap();
    one.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    other.read_exact(&mut [0]).unwrap();
    thread::sleep(Duration::from_millis(1));
    thread::yield_now();
    let started = Instant::now();
    let mut map = HashMap::new();
    for n in 0..100000 { map.insert(n, vec![0u8; 10]); }
    assert!(map.len() == 100000 && started.elapsed().as_secs() < 100 && thread::available_parallelism().is_ok());
    io::stdout().lock().write_all(line.as_bytes()).unwrap();
}
