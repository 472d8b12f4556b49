import { fail, ok, type Result } from "../../base/errors.ts";
import type { Runtime } from "../../base/runtime.ts";

/**
 * Reads the file in which the host saved an output that was too long. Only a
 * file that lies in the session's own `tool-results` folder is believed.
 */

/**
 * @param path as the host states it
 * @param transcriptPath the session's transcript: `<folder>/<session id>.jsonl`
 */
export function readSavedOutput(
  rt: Runtime,
  path: string,
  transcriptPath: string,
  maxBytes: number,
): Result<string> {
  const folder = resultsFolder(transcriptPath);
  if (folder === null) return fail("bad-input", "no transcript path");
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  const name = path.slice(cut + 1);
  if (cut <= 0 || name === "" || name === "." || name === "..") {
    return fail("bad-input", "not a saved output");
  }
  const real = rt.files.realpath(path.slice(0, cut));
  const expected = rt.files.realpath(folder);
  if (!real.ok || !expected.ok || real.value !== expected.value) {
    return fail("bad-input", "saved output outside the session");
  }
  const bytes = rt.files.read(path, maxBytes);
  if (!bytes.ok) {
    return fail(bytes.fault === "too-large" ? "too-large" : "io", "the saved output cannot be read");
  }
  // A byte order mark belongs to the text: what is parked is the whole of it.
  return ok(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.value));
}

function resultsFolder(transcriptPath: string): string | null {
  return transcriptPath.endsWith(".jsonl")
    ? `${transcriptPath.slice(0, -".jsonl".length)}/tool-results`
    : null;
}
