//! Instruction sets of processors: which are available, and functions compiled for each of them.

/// The instruction set that a network uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Available on every processor.
    Portable,
    /// AVX2 with fused multiply-add and 16-bit floating-point numbers.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Kernel {
    /// Every kernel that this processor supports, the simplest first.
    pub fn available() -> Vec<Self> {
        [&[Self::Portable][..], Self::of_vectors()].concat()
    }

    /// The kernels that this processor supports in addition to the portable one.
    #[cfg(target_arch = "x86_64")]
    fn of_vectors() -> &'static [Self] {
        let has_avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c");
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        match (has_avx2, has_avx512) {
            (true, true) => &[Self::Avx2, Self::Avx512],
            (true, false) => &[Self::Avx2],
            (false, _) => &[],
        }
    }

    /// Other processors have only the portable kernel.
    #[cfg(not(target_arch = "x86_64"))]
    fn of_vectors() -> &'static [Self] {
        &[]
    }

    /// Returns this kernel after checking that it is available.
    pub(crate) fn checked(self) -> Self {
        let is_there = Self::available().contains(&self);
        assert!(is_there, "this processor cannot run {self:?}");
        self
    }

    pub(crate) fn best() -> Self {
        *Self::available().last().expect("the portable kernel is always available")
    }
}

/// Defines a function that runs the code that was compiled for the given kernel. `$body`, which must be `#[inline(always)]` and plain Rust,
/// is compiled once for every instruction set. The result is the same for every kernel, because the order of additions does not change.
macro_rules! for_each_kernel {
    ($(#[$attribute:meta])* $visible:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? = $body:path) => {
        $(#[$attribute])*
        #[inline]
        $visible fn $name(kernel: $crate::Kernel, $($argument: $type),*) $(-> $output)? {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "vector instructions that were found at run time")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn avx2($($argument: $type),*) $(-> $output)? {
                    $body($($argument),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,fma")]
                fn avx512($($argument: $type),*) $(-> $output)? {
                    $body($($argument),*)
                }
                match kernel {
                    $crate::Kernel::Portable => $body($($argument),*),
                    // SAFETY: this kernel exists only if the processor has these features (`Kernel::available`).
                    $crate::Kernel::Avx2 => unsafe { avx2($($argument),*) },
                    // SAFETY: as above.
                    $crate::Kernel::Avx512 => unsafe { avx512($($argument),*) },
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            {
                let _ = kernel;
                $body($($argument),*)
            }
        }
    };
}
pub(crate) use for_each_kernel;
