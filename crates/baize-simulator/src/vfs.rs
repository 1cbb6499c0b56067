//! Lets SQLite work on a disk in memory, through what SQLite calls a VFS.
//!
//! SQLite calls these functions with pointers that it owns, so this module may use unsafe code, and does
//! little else: every function reads its arguments and asks the safe [`Disk`](crate::disk::Disk). All
//! connections live on one thread, so locks never wait; they exist because SQLite uses them to find out
//! whether a connection is the last one.
#![allow(unsafe_code)]

use crate::disk::{Disk, SharedDisk};
use rusqlite::ffi;
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Arc, Mutex, Once};

/// The name under which SQLite knows the disk of this thread.
pub(crate) const NAME: &str = "baize-simulator";

thread_local! {
    static MOUNTED: RefCell<Option<Mount>> = const { RefCell::new(None) };
}

/// The disk of this thread, and what its connections share in memory.
struct Mount {
    disk: SharedDisk,
    shared: Arc<Mutex<Vec<Shared>>>,
}

/// What connections to one file share.
#[derive(Default)]
struct Shared {
    /// The index of the write-ahead log. It is in memory and does not survive a crash.
    regions: Vec<Box<[u64]>>,
    /// The lock level of each connection on the file.
    locks: Vec<(u64, c_int)>,
    /// The connections that hold each lock of the index.
    index: [Vec<(u64, bool)>; ffi::SQLITE_SHM_NLOCK as usize],
}

/// Makes SQLite on this thread use this disk from now on. No connection to the old disk may be left.
pub(crate) fn mount(disk: &SharedDisk) {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(register);
    let mount = Mount { disk: disk.clone(), shared: Arc::default() };
    MOUNTED.with(|mounted| *mounted.borrow_mut() = Some(mount));
}

/// An open file, in memory that SQLite allocates and frees.
#[repr(C)]
struct Handle {
    base: ffi::sqlite3_file,
    open: *mut Open,
}

struct Open {
    disk: SharedDisk,
    shared: Arc<Mutex<Vec<Shared>>>,
    file: usize,
    number: u64,
    is_temporary: bool,
}

impl Open {
    fn disk(&self) -> std::sync::MutexGuard<'_, Disk> {
        self.disk.disk()
    }

    fn shared<T>(&self, use_it: impl FnOnce(&mut Shared) -> T) -> T {
        let mut all = self.shared.lock().expect("nothing panics while it holds the locks");
        if all.len() <= self.file {
            all.resize_with(self.file + 1, Shared::default);
        }
        use_it(&mut all[self.file])
    }
}

fn register() {
    let vfs = ffi::sqlite3_vfs {
        iVersion: 1,
        szOsFile: size_of::<Handle>() as c_int,
        mxPathname: 512,
        pNext: std::ptr::null_mut(),
        zName: c"baize-simulator".as_ptr(),
        pAppData: std::ptr::null_mut(),
        xOpen: Some(open),
        xDelete: Some(delete),
        xAccess: Some(access),
        xFullPathname: Some(full_path),
        xDlOpen: None,
        xDlError: None,
        xDlSym: None,
        xDlClose: None,
        xRandomness: Some(randomness),
        xSleep: Some(sleep),
        xCurrentTime: Some(time),
        xGetLastError: Some(last_error),
        xCurrentTimeInt64: None,
        xSetSystemCall: None,
        xGetSystemCall: None,
        xNextSystemCall: None,
    };
    // SAFETY: the VFS lives as long as the process, and is not made the default.
    let registered = unsafe { ffi::sqlite3_vfs_register(Box::leak(Box::new(vfs)), 0) };
    assert_eq!(registered, ffi::SQLITE_OK, "SQLite takes another VFS");
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// The open file behind SQLite's handle.
///
/// # Safety
/// `file` was filled in by [`open`] and is not closed.
unsafe fn opened<'a>(file: *mut ffi::sqlite3_file) -> &'a Open {
    // SAFETY: SQLite hands back what `open` put there, on the thread that opened it.
    unsafe { &*(*file.cast::<Handle>()).open }
}

/// The name of a file without its folder.
///
/// # Safety
/// `path` is null or a C string.
unsafe fn name<'a>(path: *const c_char) -> Option<&'a str> {
    if path.is_null() {
        return None;
    }
    // SAFETY: SQLite gives names as C strings that outlive the call.
    let path = unsafe { CStr::from_ptr(path) }.to_str().ok()?;
    path.rsplit('/').next()
}

fn mounted<T>(use_it: impl FnOnce(&Mount) -> T) -> Option<T> {
    MOUNTED.with(|mounted| mounted.borrow().as_ref().map(use_it))
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    path: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: as for all functions here, SQLite gives pointers that are valid for the call.
    unsafe {
        let handle = file.cast::<Handle>();
        (*handle).base.pMethods = std::ptr::null();
        let path = name(path);
        let found = mounted(|mount| {
            let mut disk = mount.disk.disk();
            let name = path.unwrap_or("temporary");
            if flags & ffi::SQLITE_OPEN_CREATE == 0 && !disk.exists(name) {
                return None;
            }
            let (file, _) = disk.open(name).ok()?;
            drop(disk);
            let shared = Arc::clone(&mount.shared);
            let is_temporary = path.is_none();
            Some(Open { disk: mount.disk.clone(), shared, file, number: handle as u64, is_temporary })
        });
        let Some(open) = found.flatten() else { return ffi::SQLITE_CANTOPEN };
        (*handle).open = Box::into_raw(Box::new(open));
        (*handle).base.pMethods = &raw const METHODS;
        if !out.is_null() {
            *out = flags;
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: see `open`; SQLite closes a file once.
    let open = unsafe { Box::from_raw((*file.cast::<Handle>()).open) };
    open.shared(|shared| {
        shared.locks.retain(|(number, _)| *number != open.number);
        shared.index.iter_mut().for_each(|lock| lock.retain(|(number, _)| *number != open.number));
    });
    if open.is_temporary {
        let _ = open.disk().delete("temporary");
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    to: *mut c_void,
    amount: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite gives `amount` bytes to write to.
    let (open, bytes) =
        unsafe { (opened(file), std::slice::from_raw_parts_mut(to.cast::<u8>(), amount as usize)) };
    match open.disk().read(open.file, at as usize, bytes) {
        Ok(length) if length == bytes.len() => ffi::SQLITE_OK,
        Ok(length) => {
            bytes[length..].fill(0);
            ffi::SQLITE_IOERR_SHORT_READ
        }
        Err(_) => ffi::SQLITE_IOERR_READ,
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    amount: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite gives `amount` bytes to read from.
    let (open, bytes) =
        unsafe { (opened(file), std::slice::from_raw_parts(from.cast::<u8>(), amount as usize)) };
    done(open.disk().write(open.file, at as usize, bytes), ffi::SQLITE_IOERR_WRITE)
}

fn done(outcome: Result<(), crate::disk::Failed>, code: c_int) -> c_int {
    if outcome.is_ok() { ffi::SQLITE_OK } else { code }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    // SAFETY: see `open`.
    let open = unsafe { opened(file) };
    done(open.disk().cut(open.file, size as usize), ffi::SQLITE_IOERR_TRUNCATE)
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // SAFETY: see `open`.
    let open = unsafe { opened(file) };
    done(open.disk().sync(open.file), ffi::SQLITE_IOERR_FSYNC)
}

unsafe extern "C" fn file_size(file: *mut ffi::sqlite3_file, size: *mut ffi::sqlite3_int64) -> c_int {
    // SAFETY: see `open`; SQLite gives a place for the answer.
    unsafe {
        let open = opened(file);
        *size = open.disk().length(open.file) as i64;
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    // SAFETY: see `open`.
    let open = unsafe { opened(file) };
    open.shared(|shared| {
        let others = shared.locks.iter().filter(|(number, _)| *number != open.number);
        let highest = others.map(|(_, level)| *level).max().unwrap_or(ffi::SQLITE_LOCK_NONE);
        let is_free = match level {
            ffi::SQLITE_LOCK_SHARED => highest < ffi::SQLITE_LOCK_PENDING,
            ffi::SQLITE_LOCK_RESERVED => highest < ffi::SQLITE_LOCK_RESERVED,
            _ => highest == ffi::SQLITE_LOCK_NONE,
        };
        if !is_free {
            return ffi::SQLITE_BUSY;
        }
        match shared.locks.iter_mut().find(|(number, _)| *number == open.number) {
            Some(held) => held.1 = held.1.max(level),
            None => shared.locks.push((open.number, level)),
        }
        ffi::SQLITE_OK
    })
}

unsafe extern "C" fn unlock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    // SAFETY: see `open`.
    let open = unsafe { opened(file) };
    open.shared(|shared| {
        shared.locks.retain_mut(|(number, held)| {
            if *number == open.number {
                *held = level.min(*held);
            }
            *held != ffi::SQLITE_LOCK_NONE
        });
    });
    ffi::SQLITE_OK
}

unsafe extern "C" fn check_reserved(file: *mut ffi::sqlite3_file, out: *mut c_int) -> c_int {
    // SAFETY: see `open`; SQLite gives a place for the answer.
    unsafe {
        let open = opened(file);
        let is_reserved =
            |shared: &mut Shared| shared.locks.iter().any(|(_, level)| *level >= ffi::SQLITE_LOCK_RESERVED);
        *out = c_int::from(open.shared(is_reserved));
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn file_control(_: *mut ffi::sqlite3_file, _: c_int, _: *mut c_void) -> c_int {
    ffi::SQLITE_NOTFOUND
}

unsafe extern "C" fn sector_size(_: *mut ffi::sqlite3_file) -> c_int {
    512
}

unsafe extern "C" fn characteristics(_: *mut ffi::sqlite3_file) -> c_int {
    ffi::SQLITE_IOCAP_POWERSAFE_OVERWRITE
}

unsafe extern "C" fn shm_map(
    file: *mut ffi::sqlite3_file,
    region: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: see `open`. A region stays in place until the disk is mounted again, after the last connection
    // is gone.
    unsafe {
        let region = region as usize;
        *out = opened(file).shared(|shared| {
            if shared.regions.len() <= region && extend == 0 {
                return std::ptr::null_mut();
            }
            while shared.regions.len() <= region {
                shared.regions.push(vec![0; size as usize / 8].into_boxed_slice());
            }
            shared.regions[region].as_mut_ptr().cast()
        });
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn shm_lock(
    file: *mut ffi::sqlite3_file,
    offset: c_int,
    count: c_int,
    flags: c_int,
) -> c_int {
    // SAFETY: see `open`.
    let open = unsafe { opened(file) };
    let (from, to) = (offset as usize, (offset + count) as usize);
    let is_exclusive = flags & ffi::SQLITE_SHM_EXCLUSIVE != 0;
    open.shared(|shared| {
        let locks = &mut shared.index[from..to];
        if flags & ffi::SQLITE_SHM_UNLOCK != 0 {
            locks.iter_mut().for_each(|lock| lock.retain(|(number, _)| *number != open.number));
            return ffi::SQLITE_OK;
        }
        let stands_in_the_way =
            |(number, exclusive): &(u64, bool)| *number != open.number && (is_exclusive || *exclusive);
        if locks.iter().any(|lock| lock.iter().any(stands_in_the_way)) {
            return ffi::SQLITE_BUSY;
        }
        for lock in locks {
            lock.retain(|(number, _)| *number != open.number);
            lock.push((open.number, is_exclusive));
        }
        ffi::SQLITE_OK
    })
}

unsafe extern "C" fn shm_barrier(_: *mut ffi::sqlite3_file) {}

unsafe extern "C" fn shm_unmap(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // SAFETY: see `open`.
    let open = unsafe { opened(file) };
    open.shared(|shared| {
        shared.index.iter_mut().for_each(|lock| lock.retain(|(number, _)| *number != open.number));
    });
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, path: *const c_char, _: c_int) -> c_int {
    // SAFETY: a C string, valid for the call.
    let name = unsafe { name(path) }.unwrap_or_default();
    let deleted = mounted(|mount| mount.disk.disk().delete(name).is_ok());
    if deleted == Some(true) { ffi::SQLITE_OK } else { ffi::SQLITE_IOERR_DELETE }
}

unsafe extern "C" fn access(
    _: *mut ffi::sqlite3_vfs,
    path: *const c_char,
    _: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: a C string and a place for the answer, valid for the call.
    unsafe {
        let name = name(path).unwrap_or_default();
        *out = c_int::from(mounted(|mount| mount.disk.disk().exists(name)).unwrap_or(false));
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn full_path(
    _: *mut ffi::sqlite3_vfs,
    path: *const c_char,
    room: c_int,
    out: *mut c_char,
) -> c_int {
    // SAFETY: a C string, and `room` bytes for its copy.
    unsafe {
        let bytes = CStr::from_ptr(path).to_bytes_with_nul();
        if bytes.len() > room as usize {
            return ffi::SQLITE_CANTOPEN;
        }
        std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), out, bytes.len());
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn randomness(_: *mut ffi::sqlite3_vfs, amount: c_int, out: *mut c_char) -> c_int {
    // SAFETY: `amount` bytes to write to.
    unsafe { std::ptr::write_bytes(out, 7, amount as usize) };
    amount
}

unsafe extern "C" fn sleep(_: *mut ffi::sqlite3_vfs, microseconds: c_int) -> c_int {
    microseconds
}

unsafe extern "C" fn time(_: *mut ffi::sqlite3_vfs, out: *mut f64) -> c_int {
    // SAFETY: a place for the answer.
    unsafe { *out = 2_460_000.5 };
    ffi::SQLITE_OK
}

unsafe extern "C" fn last_error(_: *mut ffi::sqlite3_vfs, _: c_int, _: *mut c_char) -> c_int {
    0
}
