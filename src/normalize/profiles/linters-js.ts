// line-capped: file
// Data (a table, hence long): linters of JavaScript and style sheets.
import type { ProfileEntry } from "./profile.ts";

export const JS_LINTERS: readonly ProfileEntry[] = [
  {
    id: "eslint",
    mixed: true,
    says: "File headers, errors before warnings, each rule, totals",
    commands: [
      "eslint",
      "next lint",
      "npm run lint",
      "yarn lint",
      "pnpm lint",
      "pnpm run lint",
      "stylelint",
      "standard",
      "xo",
      "oxlint",
    ],
    hints: ["  error  ", "  warning  ", " problems (", " problem (", "[Error/", ", Error - ", "✖ "],
    rules: () => ({
      shape: [
        /^ {1,8}\d{1,8}:\d{1,8} {1,8}(?:error|warning|✖|⚠|×|‼) /,
        /^(?:✖|×|Γ£û|\W{1,6}) ?\d+ problems? \(\d+ errors?, \d+ warnings?\)/,
        /^\S.{0,300}: line \d+, col \d+, (?:Error|Warning) - /,
        /^\S.{0,300}:\d{1,7}:\d{1,5}: .{1,400} \[(?:Error|Warning)(?:\/\S{1,100})?\]$/,
      ],
      shapeHits: 2,
      verdict: [/^\W{0,6}\d+ problems?\b/, /^ {1,4}\d+ errors? and \d+ warnings? potentially fixable/],
      serious: [
        /^ {1,8}\d{1,8}:\d{1,8} {1,8}(?:error|✖|×) /,
        /, Error - /,
        /\[Error(?:\/\S{1,100})?\]$/,
      ],
      keep: [
        /^(?:[A-Za-z]:)?[\w./\\@()[\]~ -]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte|html?|s?css|less|mdx?|json|astro)$/,
        /^> .{1,200}$/,
      ],
      noise: [/^ {2,20}\d{1,7} \| /],
      items: [
        {
          row: /^ {1,8}\d{1,8}:\d{1,8} {1,8}(?:error|✖|×) |, Error - |\[Error(?:\/\S{1,100})?\]$/,
          kind: /[ (/]([\w@-][\w@/-]{2,80})[)\]]?$/,
          heading:
            /^(?:[A-Za-z]:)?[\w./\\@()[\]~ -]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte|html?|s?css|less|mdx?|json|astro)$/,
          keepUpTo: 60,
          first: 20,
          last: 5,
        },
        {
          row: /^ {1,8}\d{1,8}:\d{1,8} {1,8}(?:warning|⚠|‼) |, Warning - |\[Warning(?:\/\S{1,100})?\]$/,
          kind: /[ (/]([\w@-][\w@/-]{2,80})[)\]]?$/,
          heading:
            /^(?:[A-Za-z]:)?[\w./\\@()[\]~ -]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte|html?|s?css|less|mdx?|json|astro)$/,
          keepUpTo: 40,
          first: 8,
          last: 4,
        },
      ],
    }),
  },
];
