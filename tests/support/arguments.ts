/** Arguments and a terminal for tests of operations. */
import type { Arguments, Terminal } from "../../src/ops/command.ts";

/** Arguments as the parser would hand them over: `true` is a switch. */
export function argumentsOf(
  options: Readonly<Record<string, string | number | true>> = {},
  positionals: readonly string[] = [],
): Arguments {
  const text = (name: string) => {
    const value = options[name];
    return value === undefined || value === true ? undefined : String(value);
  };
  const number = (name: string) => text(name) === undefined ? undefined : Number(text(name));
  return {
    positionals,
    text,
    integer: number,
    number,
    has: (name) => options[name] !== undefined,
  };
}

export interface RecordedTerminal extends Terminal {
  readonly printed: { out: string; err: string };
}

/** A terminal that keeps what was printed. */
export function recordedTerminal(
  options: { readonly stdin?: string; readonly color?: boolean } = {},
): RecordedTerminal {
  const printed = { out: "", err: "" };
  return {
    printed,
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    outBytes: (bytes) => {
      printed.out += new TextDecoder().decode(bytes);
    },
    stdin: () => Promise.resolve(new TextEncoder().encode(options.stdin ?? "")),
    stdinIsTty: false,
    stdoutIsTty: false,
    color: options.color ?? false,
    columns: 80,
  };
}
