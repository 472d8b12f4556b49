// line-capped: file
// Data (a table, hence long): compilers and build systems of Rust, C and C++.
import type { ProfileEntry } from "./profile.ts";

export const NATIVE_COMPILERS: readonly ProfileEntry[] = [
  {
    id: "cargo",
    says: "Diagnostics of rustc and clippy with places and hints, one line per failed crate, totals",
    commands: [
      "cargo",
      "cargo build",
      "cargo check",
      "cargo clippy",
      "cargo run",
      "rustc",
      "cargo doc",
      "cargo install",
    ],
    hints: ["Compiling ", "error[E", "  --> ", "Finished ", "could not compile", "Checking "],
    rules: () => ({
      shape: [
        /^ {1,12}(?:Compiling|Checking|Downloading|Downloaded|Finished|Updating|Building|Fresh|Installing|Documenting|Locking|Adding|Running) \S/,
        /^(?:error|warning)(?:\[E\d{4}\])?: /,
        /^ {1,8}--> \S{1,300}:\d{1,7}:\d{1,5}$/,
      ],
      verdict: [
        /^error: (?:could not compile|aborting due to|build failed|failed to)/,
        /^(?:warning|error): `\S{1,200}` \(.{1,100}\) generated \d/,
        /^ {1,12}Finished /,
        /^For more information about/,
        /^Some errors have detailed/,
      ],
      serious: [/^error(?:\[E\d{4}\])?: /],
      keep: [
        /^ {1,12}(?:Finished|Running|Installed|Executable) /,
      ],
      items: [
        {
          row: /^error(?:\[E\d{4}\])?: /,
          kind: /^error(?:\[(E\d{4})\])?: (.{1,90})/,
          place: /^ {1,8}--> \S/,
          keepUpTo: 60,
          first: 20,
          last: 5,
        },
        {
          row: /^warning: /,
          kind: /^warning: (.{1,90})/,
          place: /^ {1,8}--> \S/,
          keepUpTo: 30,
          first: 8,
          last: 3,
        },
      ],
      noise: [
        /^ {1,12}(?:Compiling|Checking|Downloading|Downloaded|Fresh|Adding|Locking|Unpacking|Dirty|Blocking|Documenting) /,
      ],
    }),
  },
  {
    id: "gcc",
    says: "Diagnostics with their places, includes and functions, linker messages",
    commands: ["gcc", "g++", "clang", "clang++", "cc", "c++", "ld", "clang-tidy", "emcc", "nvcc"],
    hints: [": error:", ": warning:", "undefined reference", "In file included from", " generated."],
    rules: () => ({
      shape: [
        /^\S{1,300}\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|inc|ipp|m|mm|cu|S|ino):\d{1,7}(?::\d{1,5})?: (?:fatal )?(?:error|warning|note|style|remark)/,
        /^\S{1,300}: In (?:function|member function|static member|constructor|lambda)/,
        /^(?:\/\S{1,300}\/)?(?:ld|ld\.lld|ld\.gold|collect2)(?::|\.)/,
        /undefined reference to/,
        /^In file included from /,
      ],
      verdict: [
        /^compilation terminated/,
        /^collect2: /,
        /^(?:fatal )?error: too many errors/,
        /^Suppressed \d+ warnings/,
      ],
      serious: [/: (?:fatal )?error: /, /undefined reference to/, /multiple definition of/],
      minor: [
        /^(?:\[\d{1,6}\/\d{1,6}\] )?(?:[\w./+-]{0,200}\/)?(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+|ar|ld|ranlib|libtool:?|rustc|javac|nvcc|emcc)(?:-[\d.]{1,6})? {1,3}\S/,
        /^(?:checking (?:for|whether|if|how) |if \[ |-- Performing Test )/,
      ],
      keep: [
        /: (?:note|required from|required by)\b/,
        /^In file included from /,
      ],
      noise: [/^ {0,12}\d{0,6} {0,3}\|? {0,200}[~^]+/, /^\[\d+\/\d+\] Processing file/],
      items: [{
        row: /: (?:warning|style|performance|portability|information): /,
        kind: /\[([\w.=+-]{1,80}(?:,[\w.=+-]{1,80})?)\]$/,
        heading:
          /: In (?:function|member function|static member|constructor|destructor|lambda|instantiation)/,
        keepUpTo: 60,
        first: 12,
        last: 4,
      }],
    }),
  },
  {
    id: "make",
    mixed: true,
    says: "Failing targets, directories entered by failures, recipe errors",
    commands: ["make", "gmake", "just", "task"],
    hints: ["make: ", "make[", "recipe for target", "error: Recipe"],
    rules: () => ({
      shape: [
        /^g?make(?:\[\d+\])?: /,
        /^error: Recipe `/,
        /^task: \[/,
      ],
      shapeHits: 2,
      verdict: [
        /^g?make(?:\[\d+\])?: \*\*\* /,
        /^error: Recipe `/,
        /^task: Failed/,
        /^g?make(?:\[\d+\])?: Target .{1,200} not remade/,
      ],
      minor: [
        /^(?:\[\d{1,6}\/\d{1,6}\] )?(?:[\w./+-]{0,200}\/)?(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+|ar|ld|ranlib|libtool:?|rustc|javac|nvcc|emcc)(?:-[\d.]{1,6})? {1,3}\S/,
        /^(?:checking (?:for|whether|if|how) |if \[ |-- Performing Test )/,
      ],
      keep: [/^g?make(?:\[\d+\])?: (?!Entering|Leaving|Nothing)/, /^ {0,8}(?:LD|AR|LINK) /],
      noise: [
        /^g?make(?:\[\d+\])?: (?:Entering|Leaving) directory/,
        /^ {0,8}(?:CC|CXX|AS|GEN|DEP|HOSTCC|INSTALL|CHK|UPD) {1,10}\S/,
        /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+) .{1,1900} -c /,
      ],
    }),
  },
  {
    id: "ninja",
    mixed: true,
    says: "Failed edges with their commands and output, progress only as first and last",
    commands: ["ninja", "cmake --build", "meson compile", "samu"],
    hints: ["FAILED: ", "[1/", "ninja: ", "] Building ", "] Linking "],
    rules: () => ({
      shape: [
        /^\[\d{1,6}\/\d{1,6}\] (?!Compiling|Emitting|Wrapping|Write|Planning)\S/,
        /^FAILED: /,
        /^ninja: /,
        /^\[ {0,2}\d{1,3}%\] (?:Building|Linking|Built|Generating|Scanning)/,
      ],
      verdict: [/^FAILED: /, /^ninja: /, /^\[ {0,2}100%\] Built target/],
      minor: [
        /^(?:\[\d{1,6}\/\d{1,6}\] )?(?:[\w./+-]{0,200}\/)?(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+|ar|ld|ranlib|libtool:?|rustc|javac|nvcc|emcc)(?:-[\d.]{1,6})? {1,3}\S/,
        /^(?:checking (?:for|whether|if|how) |if \[ |-- Performing Test )/,
      ],
      keep: [/^\[\d{1,6}\/\d{1,6}\] Linking /, /^\[ {0,2}\d{1,3}%\] (?:Built target|Linking)/],
      noise: [
        /^\[\d{1,6}\/\d{1,6}\] (?:Building|Generating|Scanning|Copying|Compiling)/,
        /^\[ {0,2}\d{1,3}%\] Building/,
      ],
    }),
  },
  {
    id: "cmake",
    mixed: true,
    says: "Compiler and packages found or not found, errors with their call stack, verdict",
    commands: ["cmake", "ccmake", "meson", "meson setup"],
    hints: [
      "-- Configuring",
      "-- Generating done",
      "CMake Error",
      "-- Detecting",
      "-- Found ",
      "-- Looking for",
      "Build files have been",
      "The Meson build system",
    ],
    rules: () => ({
      shape: [
        /^-- (?:The \w+ compiler|Detecting|Check for working|Configuring|Generating|Build files|Looking for|Performing Test|Found )/,
        /^CMake (?:Error|Warning|Deprecation Warning)/,
        /^(?:Program|Library|Dependency|Run-time dependency|Compiler for \w+) .{1,200}: (?:YES|NO)\b/,
        /^(?:The Meson build system$|Build Options: |Source dir: |Build dir: |Build type: |Project (?:name|version): )/,
      ],
      verdict: [
        /^-- (?:Configuring|Generating) (?:done|incomplete)/,
        /^-- Build files have been written/,
        /^CMake (?:Error|Warning)/,
        /^See also/,
        /^\S{0,200}meson\.build:\d/,
      ],
      minor: [
        /^(?:\[\d{1,6}\/\d{1,6}\] )?(?:[\w./+-]{0,200}\/)?(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+|ar|ld|ranlib|libtool:?|rustc|javac|nvcc|emcc)(?:-[\d.]{1,6})? {1,3}\S/,
        /^(?:checking (?:for|whether|if|how) |if \[ |-- Performing Test )/,
      ],
      keep: [
        /^-- The \w+ compiler identification/,
        /^-- (?:Found|Could NOT find|Could not find) /,
        /: (?:NO|not found)\b/i,
        /^(?:Program|Library|Dependency|Run-time dependency|Header|Checking for) .{1,200}: YES\b|^(?:Project (?:name|version)|Build targets in project): /,
        /^ {2}\S{1,200} \(\w{1,40}\)$/,
        /^Call Stack/,
      ],
      noise: [/^-- (?:Looking for|Performing Test|Detecting|Check for working) /],
      blocks: [{ start: /^CMake (?:Error|Warning)/, cap: 16 }],
    }),
  },
];
