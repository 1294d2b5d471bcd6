//! The C interface from Rust, without bindgen: a type that frees its number, and errors as Result.
use std::ffi::{c_char, c_int, CStr, CString};
use std::fmt;

/// A gbi_int, of which Rust sees only pointers.
#[repr(C)]
struct GbiInt {
    _opaque: [u8; 0],
}

extern "C" {
    fn gbi_init(r: *mut *mut GbiInt) -> c_int;
    fn gbi_init_set_str(r: *mut *mut GbiInt, text: *const c_char, base: c_int) -> c_int;
    fn gbi_clear(a: *mut GbiInt);
    fn gbi_get_str(text: *mut *mut c_char, base: c_int, a: *const GbiInt) -> c_int;
    fn gbi_free(memory: *mut c_char);
    fn gbi_sub_ui(r: *mut GbiInt, a: *const GbiInt, b: u64) -> c_int;
    fn gbi_tdiv_q(r: *mut GbiInt, a: *const GbiInt, b: *const GbiInt) -> c_int;
    fn gbi_powm(
        r: *mut GbiInt,
        base: *const GbiInt,
        exponent: *const GbiInt,
        n: *const GbiInt,
    ) -> c_int;
    fn gbi_last_error() -> *const c_char;
}

/// The library's message in place of a status.
fn checked(status: c_int) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    Err(unsafe { CStr::from_ptr(gbi_last_error()) }
        .to_string_lossy()
        .into_owned())
}

struct Int(*mut GbiInt);

impl Int {
    fn new(text: &str) -> Result<Int, String> {
        let text = CString::new(text).map_err(|error| error.to_string())?;
        let mut number = std::ptr::null_mut();
        checked(unsafe { gbi_init_set_str(&mut number, text.as_ptr(), 0) })?;
        Ok(Int(number))
    }

    /// A new number that `compute` sets.
    fn computed(compute: impl FnOnce(*mut GbiInt) -> c_int) -> Result<Int, String> {
        let mut number = std::ptr::null_mut();
        checked(unsafe { gbi_init(&mut number) })?;
        let result = Int(number);
        checked(compute(result.0))?;
        Ok(result)
    }

    fn minus(&self, word: u64) -> Result<Int, String> {
        Int::computed(|r| unsafe { gbi_sub_ui(r, self.0, word) })
    }

    fn over(&self, divisor: &Int) -> Result<Int, String> {
        Int::computed(|r| unsafe { gbi_tdiv_q(r, self.0, divisor.0) })
    }

    fn power_mod(&self, exponent: &Int, n: &Int) -> Result<Int, String> {
        Int::computed(|r| unsafe { gbi_powm(r, self.0, exponent.0, n.0) })
    }
}

impl Drop for Int {
    fn drop(&mut self) {
        unsafe { gbi_clear(self.0) }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let mut text = std::ptr::null_mut();
        checked(unsafe { gbi_get_str(&mut text, 10, self.0) }).map_err(|_| fmt::Error)?;
        let written = out.write_str(&unsafe { CStr::from_ptr(text) }.to_string_lossy());
        unsafe { gbi_free(text) };
        written
    }
}

fn main() -> Result<(), String> {
    let p = Int::new("0x7fffffffffffffffffffffffffffffff")?;
    println!("p = {p}");
    println!(
        "3^(p - 1) mod p = {}",
        Int::new("3")?.power_mod(&p.minus(1)?, &p)?
    );
    match p.over(&Int::new("0")?) {
        Ok(_) => Err("a quotient by zero".to_string()),
        Err(message) => {
            println!("{message}");
            Ok(())
        }
    }
}
