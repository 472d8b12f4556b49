import type { SettingKey } from "../settings/resolve.ts";
import { SETTINGS } from "../settings/table.ts";
import type { Command, Option, Positional } from "./command.ts";

/**
 * THE command table (a table of data: exempt from the size rule). Parser, help,
 * completions, README and exit codes come from these rows. Sorted by name
 * within its group; a row holds no logic but its lazy import.
 */

const JSON_OUTPUT: Option = { name: "json", says: "Print one JSON document" };
const PROJECT: Option = {
  name: "project",
  value: "DIR",
  says: "Project at or around DIR (default: the running session's, else the one around the current folder)",
};
const HOST: Positional = {
  name: "HOST",
  says: "Which coding agent",
  choices: ["claude-code"],
  required: true,
};
const SCOPE: Option = {
  name: "scope",
  value: "SCOPE",
  choices: ["user", "project"],
  says: "Settings of the user (default without --project) or of one project on this machine",
};
const INSTALL_PROJECT: Option = {
  name: "project",
  value: "DIR",
  says: "Folder of that project; implies --scope project (default there: the current folder)",
};
const DRY_RUN: Option = { name: "dry-run", says: "Show the difference and change nothing" };

/** What a hook reads: all but the folder of the state and what only the status line shows. */
const HOOK_SETTINGS: readonly SettingKey[] = SETTINGS.map((row) => row.key).filter((key) =>
  key !== "CK_HOME" && !key.startsWith("CK_STATUSLINE_")
);

/** Options that every command has; the rows do not repeat them. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  { name: "color", says: "Colours even when the output is no terminal" },
  { name: "help", short: "h", says: "Show this help" },
  { name: "no-color", says: "No colours" },
];

/** Headings of help and README, in this order. */
export const GROUPS: readonly (readonly [group: Command["group"], title: string])[] = [
  ["hosts", "Coding agents"],
  ["text", "Texts"],
  ["state", "State"],
  ["about", "About"],
];

export const COMMANDS: readonly Command[] = [
  {
    name: "hook",
    summary: "Answer one event of a coding agent (reads stdin, prints the reply)",
    group: "hosts",
    details: "Registered by `install`. Reads one event as JSON from standard input and prints one reply. " +
      "It never fails: when in doubt the reply is {} and the host keeps its own text.",
    positionals: [],
    options: [],
    examples: [["hook < event.json", "Answer a recorded event"]],
    settings: HOOK_SETTINGS,
    exitCodes: [[0, "Always"]],
    onlyOwnExitCodes: true,
    hidden: true,
    load: () => Promise.reject(new Error("the hook is a door of its own; src/main.ts starts it")),
  },
  {
    name: "install",
    summary: "Register the hooks with a coding agent",
    group: "hosts",
    details:
      "Adds the hooks, the status line and one permission for `recall` to the host's settings. Entries of " +
      "others and the formatting stay as they are; a backup is kept. Running it twice changes nothing.",
    positionals: [HOST],
    options: [
      SCOPE,
      INSTALL_PROJECT,
      DRY_RUN,
      { name: "statusline", says: "Replace a status line that is not ours" },
      { name: "no-permission", says: "Leave out the permission that lets the model run `recall` unasked" },
      JSON_OUTPUT,
    ],
    examples: [
      ["install claude-code", "Install for this user"],
      ["install claude-code --scope project", "Only for the project in this folder"],
      ["install claude-code --dry-run", "Show what would change"],
    ],
    load: () => import("./install.ts"),
  },
  {
    name: "uninstall",
    summary: "Take the hooks out again",
    group: "hosts",
    details:
      "Restores the settings as they were before `install`. If the file was edited meanwhile, only our " +
      "entries are taken out. The state folder stays; delete it if you want it gone too.",
    positionals: [HOST],
    options: [
      SCOPE,
      INSTALL_PROJECT,
      DRY_RUN,
      JSON_OUTPUT,
    ],
    examples: [
      ["uninstall claude-code", "Remove it for this user"],
      ["uninstall claude-code --scope project", "Remove it from the project in this folder"],
    ],
    load: () => import("./uninstall.ts"),
  },
  {
    name: "normalize",
    summary: "Shrink a text from standard input the way the hook would",
    group: "text",
    details:
      "Without --park nothing is stored and the markers carry no recall hint. Tool, command and path " +
      "help to recognise the kind of output, as a host's event would.",
    positionals: [],
    options: [
      {
        name: "tool",
        value: "NAME",
        says: "Tool that printed the text: Bash (default), Read, Grep, Glob, WebFetch or mcp__SERVER__TOOL",
      },
      { name: "command", value: "TEXT", says: "Shell command that printed the text" },
      { name: "path", value: "FILE", says: "File that was read" },
      {
        name: "scale",
        value: "X",
        type: "number",
        min: 0.1,
        max: 10,
        says: "Rate from 0.1 to 10 (default: as in the hook; 1 keeps the most common sizes whole)",
      },
      { name: "park", says: "Park the original, so that elided parts can be recalled" },
      { name: "explain", says: "Say on stderr which operator saved how much" },
      {
        name: "tokenizer",
        value: "NAME",
        choices: ["estimate", "o200k_base"],
        says: "How tokens are counted (default: o200k_base)",
      },
      JSON_OUTPUT,
    ],
    examples: [
      ["normalize --tool Bash --command 'npm test' < test.log", "Shrink a test log"],
      ["normalize --explain < build.log", "Show what each step saved"],
      ["normalize --tool Read --path src/app.ts --json < src/app.ts", "As JSON, with token counts"],
    ],
    settings: [
      "CK_MIN_TOKENS",
      "CK_HEAD",
      "CK_TAIL",
      "CK_GREP_PER_FILE",
      "CK_JSON_SAMPLE",
      "CK_JSON_MIN_ITEMS",
      "CK_ADAPTIVE",
      "CK_ADAPTIVE_START",
      "CK_EPHEMERAL_SCALE",
      "CK_PARK_MAX",
      "CK_PARK_KEEP",
      "CK_PARK_TTL",
    ],
    load: () => import("./normalize.ts"),
  },
  {
    name: "recall",
    summary: "Page a parked original back in",
    group: "text",
    details: "KEY stands in the marker that replaced the text. Without a choice of lines the first part is " +
      "printed; --all prints exactly the parked text, nothing added. Without KEY the keys of this project " +
      "are listed.",
    positionals: [{ name: "KEY", says: "Key from a marker", required: false }],
    options: [
      { name: "grep", value: "RE", needs: ["KEY"], says: "Only lines that match, with context" },
      { name: "lines", value: "A-B", needs: ["KEY"], says: "Only lines A to B" },
      {
        name: "head",
        value: "N",
        type: "integer",
        needs: ["KEY"],
        says: "Only the first N lines (default: 40)",
      },
      { name: "all", needs: ["KEY"], says: "The whole text, byte for byte" },
      {
        name: "context",
        short: "C",
        value: "N",
        type: "integer",
        needs: ["grep", "search"],
        says: "Lines around a match (default: 2; of --search 0)",
      },
      { name: "list", says: "What is parked for this project" },
      { name: "search", value: "RE", says: "Search all parked texts of this project" },
      PROJECT,
      JSON_OUTPUT,
    ],
    oneOf: [["KEY", "list", "search"], ["grep", "lines", "head", "all"]],
    examples: [
      ["recall 3f9a0c1d2e --grep 'FAIL|error'", "Matching lines with two lines around each"],
      ["recall 3f9a0c1d2e --lines 120-180", "Lines 120 to 180"],
      ["recall 3f9a0c1d2e --all > original.txt", "The exact original"],
      ["recall --list", "Keys of this project"],
      ["recall --search TypeError -C 0", "Search every parked text"],
    ],
    settings: ["CK_LOG_OFF"],
    exitCodes: [[2, "Unknown key, or wrong usage"]],
    load: () => import("./recall.ts"),
  },
  {
    name: "gc",
    summary: "Remove what is past its term from the state folder",
    group: "state",
    details:
      "Nothing within its term is removed. Hooks do the same now and then; this command does it at once.",
    positionals: [],
    options: [JSON_OUTPUT],
    examples: [["gc", "Remove expired originals, old sessions and left-over files"]],
    settings: ["CK_PARK_TTL"],
    load: () => import("./gc.ts"),
  },
  {
    name: "settings",
    summary: "Show every setting with its value and where it comes from",
    group: "state",
    details: "A setting is set in the environment or in settings.json in the state folder; the environment " +
      "wins. A value that does not parse is reported here and by `doctor`, and ignored.",
    positionals: [],
    options: [
      {
        name: "accept",
        value: "NAME",
        says: "Run the examples of a profile of yours and accept the file as it is",
      },
      JSON_OUTPUT,
    ],
    examples: [
      ["settings", "All settings"],
      ["settings --json", "The same for programs"],
      ["settings --accept my-tool", "Accept profiles/my-tool.json in the state folder"],
    ],
    settings: ["CK_HOME"],
    load: () => import("./settings.ts"),
  },
  {
    name: "status",
    summary: "Show what was saved, verified and recalled",
    group: "state",
    details: "Savings count as verified once the model's input was seen to hold the shorter text. " +
      "Figures with ~ are sums of estimates.",
    positionals: [],
    options: [
      {
        name: "session",
        value: "ID",
        says:
          "Session, by its id or the beginning of it (default: the running one, else the newest of the project)",
      },
      { name: "statusline", says: "One line for the host's status bar; reads the host's JSON from stdin" },
      { name: "reset-alarm", says: "Take note of refused replacements and clear the alarm" },
      PROJECT,
      JSON_OUTPUT,
    ],
    oneOf: [
      ["session", "reset-alarm", "statusline"],
      ["project", "reset-alarm", "statusline"],
      ["json", "statusline"],
    ],
    examples: [
      ["status", "Totals of this project"],
      ["status --session 0b7e4f52 --json", "One session, for programs"],
      ["status --statusline < status.json", "What the host's status bar shows"],
    ],
    settings: ["CK_STATUSLINE_COLOR", "CK_STATUSLINE_BRAND", "CK_STATUSLINE_VERBOSE"],
    load: () => import("./status.ts"),
  },
  {
    name: "completions",
    summary: "Print completions for a shell",
    group: "about",
    positionals: [{
      name: "SHELL",
      says: "Which shell",
      required: true,
      choices: ["bash", "fish", "powershell", "zsh"],
    }],
    options: [],
    examples: [
      ["completions bash > ~/.local/share/bash-completion/completions/ck-bin", "Install for bash"],
      ["completions fish > ~/.config/fish/completions/ck-bin.fish", "Install for fish"],
      ["completions zsh > ~/.zfunc/_ck-bin", "Install for zsh, with ~/.zfunc in fpath"],
    ],
    load: () => import("./completions.ts"),
  },
  {
    name: "demo",
    summary: "Show the main job on a real test log, in a temporary state folder",
    group: "about",
    positionals: [],
    options: [],
    examples: [["demo", "Shrink, recall and re-read; nothing is kept"]],
    load: () => import("./demo.ts"),
  },
  {
    name: "doctor",
    summary: "Check installation, state, settings and swallowed failures",
    group: "about",
    positionals: [],
    options: [PROJECT, JSON_OUTPUT],
    examples: [["doctor", "Everything that could be wrong, with the next step for each"]],
    exitCodes: [[1, "Something needs attention"]],
    load: () => import("./doctor.ts"),
  },
  {
    name: "version",
    summary: "Print the version",
    group: "about",
    positionals: [],
    options: [JSON_OUTPUT],
    examples: [["version", "Same as --version"]],
    load: () => import("./version.ts"),
  },
];
