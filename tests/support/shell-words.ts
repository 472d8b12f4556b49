/** Words of a simple command line: quotes are removed, redirections and what follows them dropped. */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  const pattern = /'([^']*)'|"([^"]*)"|(\S+)/g;
  for (const match of line.matchAll(pattern)) {
    const bare = match[3];
    if (bare === "<" || bare === ">") break;
    words.push(match[1] ?? match[2] ?? bare ?? "");
  }
  return words;
}
