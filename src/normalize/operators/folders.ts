/** Folders of paths as strings: both kinds of slash, nothing resolved. */

/** Everything before the last slash; `.` for a bare name, `/` for the root. */
export function folderOf(path: string): string {
  const body = path.endsWith("/") && path.length > 1 ? path.slice(0, -1) : path;
  const cut = Math.max(body.lastIndexOf("/"), body.lastIndexOf("\\"));
  if (cut < 0) return ".";
  return cut === 0 ? body.slice(0, 1) : body.slice(0, cut);
}

/** Number of named parts of a folder; `.`, `./` and a leading slash are none. */
export function depthOf(folder: string): number {
  let depth = 0;
  let inName = false;
  for (let at = 0; at < folder.length; at += 1) {
    const code = folder.charCodeAt(at);
    const isSlash = code === 0x2f || code === 0x5c;
    if (!isSlash && !inName && !(code === 0x2e && isEnd(folder, at + 1))) depth += 1;
    inName = !isSlash;
  }
  return depth;
}

/** The folder cut to its first `depth` parts; `/**` says that deeper ones are meant too. */
export function atDepth(folder: string, depth: number): string {
  let seen = 0;
  let inName = false;
  for (let at = 0; at < folder.length; at += 1) {
    const code = folder.charCodeAt(at);
    const isSlash = code === 0x2f || code === 0x5c;
    if (!isSlash && !inName && !(code === 0x2e && isEnd(folder, at + 1))) {
      if (seen === depth) return `${folder.slice(0, at)}**`;
      seen += 1;
    }
    inName = !isSlash;
  }
  return folder;
}

function isEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === 0x2f || text.charCodeAt(at) === 0x5c;
}
