/** The file of one parked output: its folders, its key, and what stands in its header. */

import { ok, type Result } from "../base/errors.ts";
import { COMMAND_SHOWN_UNITS, PARKED_FILE_MAX_BYTES } from "../base/limits.ts";
import { head } from "../base/text.ts";
import { type BlobHeader, readHeader } from "./blob.ts";
import { sameBytes } from "./bytes.ts";
import { faultError } from "./fault.ts";
import { parkedFolder, projectFolder, projectsFolder } from "./layout.ts";
import type { Project } from "./project.ts";
import type { State } from "./state.ts";

/** What a list of parked outputs shows besides the key. */
export interface ParkMeta {
  readonly tool: string;
  readonly command?: string;
  readonly sessionId?: string;
  readonly agentId?: string;
}

const FACT_UNITS = 200;
/** A longer path is left out: cut, it would name another folder. */
const PATH_UNITS = 1_000;
/** Characters of the digest in the header: as many as the longest key. */
const ID_LENGTH = 12;

/** The folders above a parked file, outermost first. */
export function foldersOf(state: State, project: Project): readonly string[] {
  const { root } = state;
  return [projectsFolder(root), projectFolder(root, project.id), parkedFolder(root, project.id)];
}

/** Whether a file holds the same text, another one, or nothing of use (missing, damaged, under a wrong name). */
export function compare(state: State, path: string, file: Uint8Array): Result<"same" | "other" | "none"> {
  const key = path.slice(path.lastIndexOf("/") + 1);
  const read = state.rt.files.read(path, PARKED_FILE_MAX_BYTES);
  if (!read.ok) {
    return read.fault === "missing" || read.fault === "link" || read.fault === "too-large"
      ? ok("none")
      : faultError(read.fault, "read parked");
  }
  const theirs = readHeader(state.rt, read.value);
  const ours = readHeader(state.rt, file);
  if (theirs === null || ours === null || !fact(theirs, "id").startsWith(key)) return ok("none");
  // The same bytes can be a text's and bytes that no text stands for: each comes back as what it was.
  if (theirs.sha256 !== ours.sha256 || theirs.content !== ours.content) return ok("other");
  return sameBytes(read.value.subarray(theirs.bodyAt), file.subarray(ours.bodyAt)) ? ok("same") : ok("none");
}

/** The digest whose beginning is the key: content and project, under the state secret. */
export function keyOf(state: State, project: Project, raw: Uint8Array): string {
  return state.rt.hash.keyed(state.secret, new TextEncoder().encode(`${project.id}\0`), raw);
}

/** What the header says about a text. */
export function factsOf(
  text: string,
  meta: ParkMeta,
  digest: string,
  project: Project,
): Record<string, string | number> {
  return {
    ...(JSON.stringify(project.path).length <= PATH_UNITS ? { project: project.path } : {}),
    tool: head(meta.tool, FACT_UNITS),
    command: head(meta.command ?? "", COMMAND_SHOWN_UNITS),
    session: head(meta.sessionId ?? "", FACT_UNITS),
    agent: head(meta.agentId ?? "", FACT_UNITS),
    lines: lineCount(text),
    id: digest.slice(0, ID_LENGTH),
  };
}

function lineCount(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** A text from a header, empty when it is not there. */
export function fact(header: BlobHeader, name: string): string {
  const value = header.facts[name];
  return typeof value === "string" ? value : "";
}
