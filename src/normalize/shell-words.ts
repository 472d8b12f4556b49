/**
 * Just enough of the shell's grammar to know which program printed a text:
 * words, quotes, pipes, separators and redirections. What it does not
 * understand (substitutions, here-documents, unbalanced quotes) is reported as
 * such; callers then rely on the shape of the text alone.
 */

export interface ShellSegment {
  /** Words without quotes; assignments before the program are left out. */
  readonly words: readonly string[];
  /** Its output goes into the next segment. */
  readonly piped: boolean;
  /** Its stdout goes to a file. */
  readonly redirected: boolean;
}

const COMMAND_MAX_UNITS = 10_000;

/** Segments in order, or null when the command is not understood. */
export function shellSegments(command: string): ShellSegment[] | null {
  if (command.length > COMMAND_MAX_UNITS || command.includes("<<")) return null;
  const segments: ShellSegment[] = [];
  let words: string[] = [];
  let redirected = false;
  let word: string | null = null;
  let skipNext = false;
  const endWord = (): void => {
    if (word === null) return;
    if (skipNext) skipNext = false;
    else words.push(word);
    word = null;
  };
  const endSegment = (piped: boolean): void => {
    endWord();
    while (words.length > 0 && /^[A-Za-z_]\w*=/.test(words[0] as string)) words.shift();
    if (words.length > 0) segments.push({ words, piped, redirected });
    words = [];
    redirected = false;
    skipNext = false;
  };
  for (let i = 0; i < command.length; i += 1) {
    const character = command.charAt(i);
    if (character === "\\") {
      i += 1;
      if (command.charAt(i) !== "\n") word = (word ?? "") + command.charAt(i);
    } else if (character === "'" || character === '"') {
      const quoted = readQuoted(command, i);
      if (quoted === null) return null;
      word = (word ?? "") + quoted.text;
      i = quoted.end;
    } else if (character === "`" || (character === "$" && command.charAt(i + 1) === "(")) return null;
    else if (character === "|" || character === ";" || character === "&" || character === "\n") {
      if (character === "&" && (command.charAt(i - 1) === ">" || command.charAt(i + 1) === ">")) {
        if (command.charAt(i + 1) === ">") redirected = true;
        word = (word ?? "") + character;
        continue;
      }
      const doubled = command.charAt(i + 1) === character;
      endSegment(character === "|" && !doubled);
      if (doubled || (character === "|" && command.charAt(i + 1) === "&")) i += 1;
    } else if (character === ">") {
      // `2>&1` and `2> file` leave stdout alone; `> file` and `>> file` do not.
      const descriptor: string = word !== null && /^\d$/.test(word) ? word : "1";
      if (word !== null && /^\d$/.test(word)) word = null;
      else endWord();
      if (command.charAt(i + 1) === ">") i += 1;
      if (command.charAt(i + 1) === "&") {
        i += 2;
        continue;
      }
      if (descriptor === "1" && !/^\s*\/dev\/(?:stdout|tty)\b/.test(command.slice(i + 1, i + 40))) {
        redirected = true;
      }
      skipNext = true;
    } else if (character === "<") {
      endWord();
      skipNext = true;
    } else if (character === "#" && word === null) {
      while (i + 1 < command.length && command.charAt(i + 1) !== "\n") i += 1;
    } else if (
      character === " " || character === "\t" || character === "(" || character === ")" ||
      character === "{" && word === null || character === "}" && word === null
    ) endWord();
    else word = (word ?? "") + character;
  }
  endSegment(false);
  return segments;
}

function readQuoted(command: string, start: number): { text: string; end: number } | null {
  const quote = command.charAt(start);
  let text = "";
  for (let i = start + 1; i < command.length; i += 1) {
    const character = command.charAt(i);
    if (character === quote) return { text, end: i };
    if (quote === '"' && character === "\\" && /["\\$`\n]/.test(command.charAt(i + 1))) {
      i += 1;
      text += command.charAt(i);
    } else if (quote === '"' && (character === "`" || (character === "$" && command.charAt(i + 1) === "("))) {
      return null;
    } else text += character;
  }
  return null;
}

const WRAPPERS = new Set([
  "sudo",
  "command",
  "time",
  "nice",
  "nohup",
  "env",
  "exec",
  "npx",
  "bunx",
  "pnpx",
  "stdbuf",
  "unbuffer",
  "xvfb-run",
  "then",
  "do",
  "else",
  "if",
  "!",
  "while",
]);
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  uv: ["run"],
  poetry: ["run"],
  pipenv: ["run"],
  hatch: ["run"],
  bundle: ["exec"],
  pnpm: ["exec", "dlx"],
  yarn: ["exec", "dlx"],
  npm: ["exec"],
  bun: ["x"],
  python: ["-m"],
  python3: ["-m"],
  py: ["-m"],
  coverage: ["run"],
  "docker-compose": ["exec", "run"],
};

/** Program and arguments without wrappers: `sudo FOO=1 python3 -m pytest -q` → `pytest -q`. */
export function programWords(words: readonly string[]): readonly string[] {
  let rest = words;
  for (let guard = 0; guard < 8 && rest.length > 0; guard += 1) {
    const program = baseProgram(rest[0] as string);
    const next = rest[1];
    if (WRAPPERS.has(program) || /^[A-Za-z_]\w*=/.test(rest[0] as string)) {
      rest = rest.slice(1);
      while (rest.length > 1 && (rest[0] as string).startsWith("-")) rest = rest.slice(1);
    } else if (program === "timeout" && rest.length > 2) {
      rest = rest.slice(1);
      while (rest.length > 1 && ((rest[0] as string).startsWith("-") || /^\d/.test(rest[0] as string))) {
        rest = rest.slice(1);
      }
    } else if (next !== undefined && RUNNERS[program]?.includes(next)) {
      rest = rest.slice(2);
      while (
        rest.length > 1 && (rest[0] as string).startsWith("-") && program !== "python" &&
        program !== "python3"
      ) rest = rest.slice(1);
    } else return [program, ...rest.slice(1)];
  }
  return rest;
}

function baseProgram(word: string): string {
  const cut = Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\"));
  return word.slice(cut + 1).replace(/\.(?:exe|cmd|bat|ps1)$/i, "");
}

// Programs that pass lines on, so that the text still looks like the producer's.
const FILTERS = new Set([
  "tail",
  "head",
  "tee",
  "cat",
  "less",
  "more",
  "grep",
  "egrep",
  "rg",
  "sed",
  "awk",
  "sort",
  "uniq",
  "strings",
  "col",
  "ts",
  "tr",
  "cut",
  "nl",
]);

/** The programs whose lines can stand in the output, most likely first: the last segment's, seen through filters. */
export function printingPrograms(command: string): (readonly string[])[] {
  const segments = shellSegments(command);
  if (!segments) return [];
  const out: (readonly string[])[] = [];
  for (let i = segments.length - 1; i >= 0; i -= 1) {
    const segment = segments[i] as ShellSegment;
    if (segment.redirected) continue;
    const words = programWords(segment.words);
    const feedsFilter = segment.piped && out.length > 0;
    if (segment.piped && !feedsFilter) continue;
    const isFilter = FILTERS.has(words[0] ?? "") && i > 0 && (segments[i - 1] as ShellSegment).piped;
    if (isFilter) {
      let producer = i - 1;
      while (
        producer > 0 && FILTERS.has(programWords((segments[producer] as ShellSegment).words)[0] ?? "") &&
        (segments[producer - 1] as ShellSegment).piped
      ) producer -= 1;
      out.push(programWords((segments[producer] as ShellSegment).words));
      i = producer;
      while (i > 0 && (segments[i - 1] as ShellSegment).piped) i -= 1;
    } else if (!segment.piped) {
      out.push(words);
      while (i > 0 && (segments[i - 1] as ShellSegment).piped) i -= 1;
    }
  }
  return out.filter((words) =>
    words.length > 0 &&
    !["cd", "echo", "export", "set", "source", "true", "printf", "sleep"].includes(words[0] as string)
  );
}
