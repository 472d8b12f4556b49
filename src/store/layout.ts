/**
 * Names of everything under the state root, and nothing else: no file of the
 * state is named anywhere but here. Paths use "/" on every platform.
 */

import { type CkError, fail, ok, type Result } from "../base/errors.ts";
import type { Runtime } from "../base/runtime.ts";

/** The layout this build reads and writes; a higher one on disk is left alone. */
export const STATE_VERSION = 1;

const SAFE_SESSION = /^[0-9a-z][0-9a-z-]{7,63}$/;
const TEMP_PREFIX = ".tmp-";
const TERMS_PREFIX = "terms-";
/** Largest time that has a calendar date. */
const LAST_DATE_MS = 8_640_000_000_000_000;

/** Where the state lives: CK_HOME, else the XDG state folder, else the home folder. */
export function stateRoot(rt: Runtime): Result<string, CkError> {
  const { CK_HOME: own, XDG_STATE_HOME: xdg } = rt.env;
  if (own !== undefined && own !== "") {
    const root = trimSlashes(own);
    return isAbsolute(rt, root)
      ? ok(root)
      : fail("no-state", "CK_HOME is not an absolute path", "Set CK_HOME to an absolute path, or unset it.");
  }
  if (xdg !== undefined && isAbsolute(rt, xdg)) return ok(`${trimSlashes(xdg)}/context-kernel`);
  const home = homeFolder(rt);
  return home === null
    ? fail("no-state", "there is no home folder: HOME is no absolute path")
    : ok(`${home}/.context-kernel`);
}

/** HOME (USERPROFILE on Windows) without a slash at its end, or null. */
export function homeFolder(rt: Runtime): string | null {
  const home = rt.env.HOME ?? (rt.platform === "windows" ? rt.env.USERPROFILE : undefined);
  return home !== undefined && isAbsolute(rt, home) ? trimSlashes(home) : null;
}

export const versionFile = (root: string): string => `${root}/version`;
export const secretFile = (root: string): string => `${root}/secret`;
export const settingsFile = (root: string): string => `${root}/settings.json`;
export const acceptedFile = (root: string): string => `${root}/accepted.json`;
export const profilesFolder = (root: string): string => `${root}/profiles`;
export const failuresFile = (root: string): string => `${root}/failures.log`;
export const olderFailuresFile = (root: string): string => `${root}/failures-1.log`;
export const sessionsFolder = (root: string): string => `${root}/sessions`;
export const ledgerFolder = (root: string): string => `${root}/ledger`;
export const ledgerFile = (root: string, month: string): string => `${root}/ledger/${month}.log`;
export const totalsFile = (root: string): string => `${root}/ledger/totals.cache`;
export const totalsRowsFile = (root: string): string => `${root}/ledger/totals-rows.cache`;
/** Records of `install`, one per settings file of a host. */
export const installsFolder = (root: string): string => `${root}/installs`;
export const projectsFolder = (root: string): string => `${root}/projects`;
export const projectFolder = (root: string, project: string): string => `${root}/projects/${project}`;
export const parkedFolder = (root: string, project: string): string => `${root}/projects/${project}/parked`;
export const readsFolder = (root: string, project: string): string => `${root}/projects/${project}/reads`;
export const usageFile = (root: string, project: string): string => `${root}/projects/${project}/usage.log`;

/** Name of a session's journal: the id itself where that is safe on every file system, else its hash. */
export function sessionName(rt: Runtime, sessionId: string): string {
  if (SAFE_SESSION.test(sessionId) && !sessionId.startsWith(TERMS_PREFIX)) return sessionId;
  return `~${rt.hash.content(new TextEncoder().encode(sessionId)).slice(0, 32)}`;
}

/** Journal of one session. */
export function sessionFile(rt: Runtime, root: string, sessionId: string): string {
  return `${sessionsFolder(root)}/${sessionName(rt, sessionId)}.log`;
}

/** Marks of age are kept by month, so that old ones can go as whole files. */
export const termsFile = (folder: string, month: string): string => `${folder}/${TERMS_PREFIX}${month}.log`;

/** True for the name of a file with marks of age. */
export function isTermsName(name: string): boolean {
  return name.startsWith(TERMS_PREFIX) && name.endsWith(".log");
}

/** "2026-03" of a time in milliseconds, in UTC. */
export function monthOf(ms: number): string {
  const inside = Number.isFinite(ms) ? Math.max(0, Math.min(ms, LAST_DATE_MS)) : 0;
  // line-capped: a date has 27 characters at most
  return new Date(inside).toISOString().replace(/^\+?0*(\d{4,})-(\d\d).*$/, "$1-$2");
}

/** A name nobody else uses, in the folder where the finished file will be. */
export function tempName(rt: Runtime): string {
  return TEMP_PREFIX + toHex(rt.random(8));
}

/** True for a file that a write left behind. */
export function isTempName(name: string): boolean {
  return name.startsWith(TEMP_PREFIX);
}

/** Two lower-case digits a byte. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** Cuts slashes off the end; a final slash would make the system follow a link. */
function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && (path[end - 1] === "/" || path[end - 1] === "\\")) end -= 1;
  return path.slice(0, end);
}

function isAbsolute(rt: Runtime, path: string): boolean {
  if (path.startsWith("/")) return true;
  return rt.platform === "windows" && (/^[A-Za-z]:[\\/]/.test(path) || path.startsWith("\\\\"));
}
