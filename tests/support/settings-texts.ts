/** Settings files as people have them: any indentation, line ends, comments, order, foreign hooks. */
import type { Random } from "./random.ts";

export interface SettingsText {
  readonly text: string;
  /** The value that the text holds. */
  readonly value: Record<string, unknown>;
  readonly comments: readonly string[];
}

const UNITS: readonly [string, ...string[]] = ["  ", "    ", "\t", " ", ""];
const FOREIGN_HOOK = { type: "command", command: "~/bin/check.sh", timeout: 5 };

/** A random settings text; with comments only when asked for. */
export function anySettings(random: Random, withComments: boolean): SettingsText {
  const value = anyValue(random);
  const unit = random.pick(UNITS);
  const eol = random.int(4) === 0 ? "\r\n" : "\n";
  let text = JSON.stringify(value, null, unit);
  if (unit === "" && random.int(2) === 0) text = text.replaceAll(/":(?=[^ ])/g, '": ');
  const comments: string[] = [];
  if (withComments && unit !== "") text = commented(random, text, comments);
  text = text.replaceAll("\n", eol);
  if (random.int(3) > 0) text += eol;
  if (random.int(8) === 0) text = `\ufeff${text}`;
  return { text, value, comments };
}

function anyValue(random: Random): Record<string, unknown> {
  const parts: [string, unknown][] = [
    ["model", "opus"],
    ["env", { PATH_EXTRA: "/opt/a:/opt/b", QUOTED: 'say "//no comment" /* here */ , }' }],
    ["permissions", anyPermissions(random)],
    ["hooks", anyHooks(random)],
    ["statusLine", { type: "command", command: "my-line --fast", padding: 2 }],
    ["enabledPlugins", {}],
    ["odd", [[], [[]], {}, "a,b", null, 1.5e-7, true]],
  ];
  const chosen = parts.filter(() => random.int(2) === 0);
  for (let i = chosen.length - 1; i > 0; i -= 1) {
    const j = random.int(i + 1);
    const [a, b] = [chosen[i], chosen[j]];
    if (a !== undefined && b !== undefined) [chosen[i], chosen[j]] = [b, a];
  }
  return Object.fromEntries(chosen);
}

function anyPermissions(random: Random): Record<string, unknown> {
  const rules = ["Bash(ls:*)", "Read", "Bash(npm run test)", "WebFetch"];
  const allow = rules.slice(0, random.int(rules.length + 1));
  return random.int(3) === 0 ? { deny: ["Read(./.env)"] } : { deny: [], allow, defaultMode: "default" };
}

function anyHooks(random: Random): Record<string, unknown> {
  const groups = Array.from({ length: random.int(3) }, () => ({ matcher: "Write", hooks: [FOREIGN_HOOK] }));
  const all = { PostToolUse: groups, Stop: [{ hooks: [FOREIGN_HOOK, FOREIGN_HOOK] }], SessionStart: [] };
  return Object.fromEntries(Object.entries(all).filter(() => random.int(2) === 0));
}

/** Puts comments at line ends and on lines of their own. */
function commented(random: Random, text: string, comments: string[]): string {
  return text.split("\n").flatMap((line) => {
    if (random.int(4) > 0) return [line];
    const name = `note ${comments.length}: "x", { [ ] }`;
    const form = random.int(3);
    const comment = form === 0 ? `/* ${name} */` : `// ${name}`;
    comments.push(comment);
    return form === 2 ? [comment, line] : [`${line} ${comment}`];
  }).join("\n");
}
