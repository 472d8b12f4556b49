/** Absolute path of this executable, whatever it is called, as hints and permissions name it; "ck-bin" when run from source. */
export function programPath(): string {
  return Bun.isStandaloneExecutable ? process.execPath : "ck-bin";
}
