import { isRecord } from "../base/value.ts";

/**
 * Functions of the C library, called as the engine has them: the module
 * `bun:ffi` writes and compiles a wrapper for each, which costs a passing call
 * most of what it saves. Hence no checks: arguments are numbers, and what an
 * address points to must stay referenced.
 */

/** Set by build/compile.ts for targets whose programs have a C library loaded before their first line. */
declare const LOADED_C_LIBRARY: string | undefined;

/** Name of the C library of this program, "" where there is none to be had without looking for a file. */
export const C_LIBRARY: string = typeof LOADED_C_LIBRARY === "string" ? LOADED_C_LIBRARY : "";

type CType = "i32" | "u32" | "i64" | "u64" | "i64_fast" | "ptr";

export interface CSignature {
  readonly args: readonly CType[];
  readonly returns: CType;
}

/** A null pointer comes back as null, an integer beyond 2^53 as a bigint. */
type CFunction = (...args: readonly number[]) => number | bigint | null;

export interface CLibrary<Name extends string> {
  readonly call: Readonly<Record<Name, CFunction>>;
  /** Address of the first byte of a buffer that is not empty. */
  readonly addressOf: (bytes: Uint8Array) => number;
  readonly int32At: (address: number) => number;
}

interface Engine {
  readonly dlopen: (library: string, functions: object) => unknown;
  readonly ptr: (bytes: Uint8Array) => number;
  readonly read: { readonly i32: (address: number, offset: number) => number };
}

/** Some functions of a library, or null where the engine has no way to call them. */
export function openCLibrary<Name extends string>(
  library: string,
  functions: Readonly<Record<Name, CSignature>>,
): CLibrary<Name> | null {
  try {
    const engine: unknown = "FFI" in Bun ? Bun.FFI : null;
    if (library === "" || !isEngine(engine)) return null;
    const opened = engine.dlopen(library, functions);
    if (!isRecord(opened) || !hasFunctions(opened.symbols, functions)) return null;
    return {
      call: opened.symbols,
      addressOf: (bytes) => engine.ptr(bytes),
      int32At: (address) => engine.read.i32(address, 0),
    };
  } catch {
    return null;
  }
}

function isEngine(value: unknown): value is Engine {
  return isObject(value) && typeof value.dlopen === "function" && typeof value.ptr === "function" &&
    isObject(value.read) && typeof value.read.i32 === "function";
}

function hasFunctions<Name extends string>(
  value: unknown,
  functions: Readonly<Record<Name, CSignature>>,
): value is Record<Name, CFunction> {
  return isObject(value) && Object.keys(functions).every((name) => typeof value[name] === "function");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
