//! A disk that fails on demand: a layer under SQLite, made the default of this process.
//!
//! It counts every write, truncation and sync of the files that SQLite opens, can fail from a given one on, and remembers
//! what was synced, so that the state after a power loss can be rebuilt: everything synced, and of the rest only some.

#![allow(non_snake_case, reason = "SQLite's names")]
#![allow(dead_code, reason = "each test uses its part")]

use rusqlite::ffi::{
    SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE, SQLITE_OK,
    sqlite3_file, sqlite3_initialize, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find,
    sqlite3_vfs_register,
};
use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// One operation fails, later ones succeed.
    Once,
    /// The disk is full for a number of operations.
    Full(u64),
    /// Nothing reaches the disk any more: the moment of a power loss.
    PowerLoss,
}

#[derive(Debug)]
enum Op {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

/// A file as the disk has it.
#[derive(Debug, Default)]
struct Disk {
    /// Content at the last sync; none before the first one.
    synced: Option<Vec<u8>>,
    /// What was done since.
    pending: Vec<Op>,
}

#[derive(Debug, Default)]
struct State {
    fault: Option<(u64, Fault)>,
    count: u64,
    files: BTreeMap<PathBuf, Disk>,
    /// Open files, by the address of SQLite's handle.
    open: HashMap<usize, Open>,
    /// Method tables with this layer's methods put in, by the address of the original.
    hooked: HashMap<usize, &'static sqlite3_io_methods>,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    original: &'static sqlite3_io_methods,
}

static STATE: OnceLock<Mutex<State>> = OnceLock::new();
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn state() -> MutexGuard<'static, State> {
    STATE.get_or_init(Mutex::default).lock().unwrap()
}

/// The faulty disk, for one test at a time.
pub struct Faults(#[allow(dead_code, reason = "held")] MutexGuard<'static, ()>);

impl Faults {
    /// Puts the layer under SQLite.
    pub fn install() -> Self {
        let guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        install();
        Self(guard)
    }

    /// Forgets everything and fails at the `at`-th operation from now, counted from 0.
    pub fn arm(&self, fault: Option<(u64, Fault)>) {
        let mut state = state();
        state.fault = fault;
        state.count = 0;
        state.files.clear();
    }

    /// Operations since the disk was armed.
    pub fn count(&self) -> u64 {
        state().count
    }

    /// Writes the files of a folder as they are after a power loss. Of what was not synced, `survives` says per operation
    /// whether it reached the disk nevertheless.
    pub fn after_power_loss(&self, from: &Path, to: &Path, mut survives: impl FnMut() -> bool) {
        for (path, disk) in &state().files {
            let Some(synced) = &disk.synced else { continue };
            if path.parent() != Some(from) {
                continue;
            }
            let mut content = synced.clone();
            for op in &disk.pending {
                if survives() {
                    apply(&mut content, op);
                }
            }
            std::fs::write(to.join(path.file_name().unwrap()), content).unwrap();
        }
    }
}

fn apply(content: &mut Vec<u8>, op: &Op) {
    match op {
        Op::Write(at, bytes) => {
            let end = at + bytes.len();
            content.resize(content.len().max(end), 0);
            content[*at..end].copy_from_slice(bytes);
        }
        Op::Truncate(size) => content.resize(*size, 0),
    }
}

impl State {
    /// Whether this operation fails.
    fn fails(&mut self, is_write: bool) -> Option<Fault> {
        let now = self.count;
        self.count += 1;
        let (at, fault) = self.fault?;
        let fails = match fault {
            Fault::Once => now == at,
            Fault::Full(length) => is_write && (at..at + length).contains(&now),
            Fault::PowerLoss => now >= at,
        };
        fails.then_some(fault)
    }

    fn disk(&mut self, file: *mut sqlite3_file) -> Option<&mut Disk> {
        let open = self.open.get(&(file as usize))?;
        self.files.get_mut(&open.path)
    }
}

/// SQLite's own default layer.
struct Original(*mut sqlite3_vfs);

// SAFETY: the pointer leads to SQLite's own layer, which lives as long as the process.
unsafe impl Send for Original {}
// SAFETY: as above; it is only read.
unsafe impl Sync for Original {}

static ORIGINAL: OnceLock<Original> = OnceLock::new();

fn original_vfs() -> *mut sqlite3_vfs {
    ORIGINAL.get().unwrap().0
}

/// The methods that a handle would have without this layer.
fn original(file: *mut sqlite3_file) -> &'static sqlite3_io_methods {
    state().open.get(&(file as usize)).unwrap().original
}

fn install() {
    ORIGINAL.get_or_init(|| {
        // SAFETY: called once; the copy of the default layer is leaked, because SQLite keeps the pointer.
        unsafe {
            assert_eq!(sqlite3_initialize(), SQLITE_OK);
            let vfs = sqlite3_vfs_find(std::ptr::null());
            let mut faulty = *vfs;
            faulty.zName = c"faulty".as_ptr();
            faulty.xOpen = Some(open);
            faulty.xDelete = Some(delete);
            let faulty = Box::leak(Box::new(faulty));
            assert_eq!(sqlite3_vfs_register(faulty, 1), SQLITE_OK);
            Original(vfs)
        }
    });
}

/// Opens with the original layer, then puts this one's methods into the handle.
unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let vfs = original_vfs();
    // SAFETY: as the name of a file, SQLite passes null or a C string.
    let path = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_str().unwrap());
    // What was there before is on the disk.
    let before = path.and_then(|path| std::fs::read(path).ok());
    // SAFETY: SQLite's arguments are passed on as they are.
    let code = unsafe { ((*vfs).xOpen.unwrap())(vfs, name, file, flags, out) };
    let Some(path) = path.map(PathBuf::from) else { return code };
    if code != SQLITE_OK {
        return code;
    }
    // SAFETY: after a successful open the handle's methods are set and static.
    let methods: &'static sqlite3_io_methods = unsafe { &*(*file).pMethods };
    let mut state = state();
    // Databases and their WALs have different tables.
    let hooked = *state.hooked.entry(std::ptr::from_ref(methods) as usize).or_insert_with(|| {
        Box::leak(Box::new(sqlite3_io_methods {
            xClose: Some(close),
            xWrite: Some(write),
            xTruncate: Some(truncate),
            xSync: Some(sync),
            ..*methods
        }))
    });
    // SAFETY: the table is static; the handle itself stays the original layer's.
    unsafe { (*file).pMethods = hooked };
    let disk = Disk { synced: before, ..Disk::default() };
    state.files.entry(path.clone()).or_insert(disk);
    state.open.insert(file as usize, Open { path, original: methods });
    code
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    {
        let mut state = state();
        if state.fault.is_some_and(|(at, f)| f == Fault::PowerLoss && state.count >= at) {
            return SQLITE_IOERR_WRITE;
        }
        // SAFETY: SQLite passes a C string.
        let path = unsafe { CStr::from_ptr(name) }.to_str().unwrap();
        state.files.remove(Path::new(path));
    }
    let vfs = original_vfs();
    // SAFETY: SQLite's arguments are passed on as they are.
    unsafe { ((*vfs).xDelete.unwrap())(vfs, name, sync) }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    let close = original(file).xClose.unwrap();
    state().open.remove(&(file as usize));
    // SAFETY: SQLite's arguments are passed on as they are.
    unsafe { close(file) }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    bytes: *const c_void,
    amount: c_int,
    offset: i64,
) -> c_int {
    {
        let mut state = state();
        match state.fails(true) {
            Some(Fault::Full(_)) => return SQLITE_FULL,
            Some(_) => return SQLITE_IOERR_WRITE,
            None => {}
        }
        if let Some(disk) = state.disk(file) {
            // SAFETY: SQLite passes `amount` readable bytes.
            let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), amount as usize) };
            disk.pending.push(Op::Write(offset as usize, bytes.to_vec()));
        }
    }
    // SAFETY: SQLite's arguments are passed on as they are.
    unsafe { (original(file).xWrite.unwrap())(file, bytes, amount, offset) }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: i64) -> c_int {
    {
        let mut state = state();
        if state.fails(false).is_some() {
            return SQLITE_IOERR_TRUNCATE;
        }
        if let Some(disk) = state.disk(file) {
            disk.pending.push(Op::Truncate(size as usize));
        }
    }
    // SAFETY: SQLite's arguments are passed on as they are.
    unsafe { (original(file).xTruncate.unwrap())(file, size) }
}

/// The disk itself is spared: what counts as synced is what is remembered.
unsafe extern "C" fn sync(file: *mut sqlite3_file, _: c_int) -> c_int {
    let mut state = state();
    if state.fails(false).is_some() {
        return SQLITE_IOERR_FSYNC;
    }
    if let Some(disk) = state.disk(file) {
        let mut content = disk.synced.take().unwrap_or_default();
        disk.pending.drain(..).for_each(|op| apply(&mut content, &op));
        disk.synced = Some(content);
    }
    SQLITE_OK
}
