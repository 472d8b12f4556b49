// line-capped: file
// Data (a table, hence long): version control and its hosting.
import type { ProfileEntry } from "./profile.ts";

export const GIT: readonly ProfileEntry[] = [
  {
    id: "git-status",
    says: "Branch and its distance, headings, changed paths",
    commands: ["git status", "git stash", "git add", "git checkout", "git switch"],
    hints: ["On branch ", "HEAD detached", "Changes not staged", "Untracked files", "nothing to commit"],
    rules: () => ({
      shape: [
        /^(?:On branch |HEAD detached )/,
        /^(?:Changes (?:not staged|to be committed)|Untracked files|Unmerged paths|nothing to commit)/,
        /^\t(?:modified|new file|deleted|renamed|typechange|both \w+): /,
        /^(?:[ MADRCU?!][MADRCU?! ]) \S/,
      ],
      verdict: [
        /^(?:On branch |HEAD detached |Your branch |nothing |no changes added|## |You have unmerged|All conflicts)/,
        /^(?:Changes|Untracked|Unmerged|Ignored) .{1,60}:$/,
        /^\t(?:both|added by|deleted by) /,
      ],
      keep: [],
      noise: [/^ {2}\(use "git /],
      items: [
        {
          row:
            /^\t(?:modified|new file|deleted|renamed|copied|typechange|both \w+|added by \w+|deleted by \w+): |^[MADRCU ][MADRCU ] \S/,
          keepUpTo: 120,
          first: 40,
          last: 10,
        },
        { row: /^\t\S|^\?\? \S/, keepUpTo: 80, first: 20, last: 5 },
      ],
    }),
  },
  {
    id: "git-log",
    says: "Commits with their subject, author and date of the first, stat summaries, refs",
    commands: ["git log", "git show", "git shortlog", "git reflog", "git rev-list", "hg log"],
    hints: ["commit ", "Author: ", "Author:"],
    rules: () => ({
      shape: [/^commit [0-9a-f]{7,64}\b/, /^[*|\\/ ]{0,20}[0-9a-f]{7,40} \S/, /^Author: {1,5}\S/],
      verdict: [],
      keep: [/^ \d+ files? changed/],
      noise: [
        /^(?:Author|AuthorDate|Commit|CommitDate|Date): /,
        /^ {4}(?:Signed-off-by|Co-authored-by|Reviewed-by|Change-Id|Cc|Acked-by|Tested-by): /i,
        /^ \S.{0,200} \| +\d+ [+-]*$/,
      ],
      items: [
        // Branches and tags say where a commit stands.
        {
          row: /^[*|\\/ ]{0,20}(?:commit )?[0-9a-f]{7,64} \((?:HEAD\b|tag: |[\w.-]{1,60}\/)/,
          share: 0.3,
          keepUpTo: 40,
          first: 12,
          last: 8,
        },
        { row: /^[*|\\/ ]{0,20}commit [0-9a-f]{7,64}\b/, keepUpTo: 120, first: 40, last: 20 },
        { row: /^[*|\\/ ]{0,20}[0-9a-f]{7,40} \S/, keepUpTo: 60, first: 40, last: 10 },
        {
          row: /^ \S.{0,200} (?:\| +(?:\d+ ?[+-]*|Bin .{1,60})|=> .{1,200})$/,
          keepUpTo: 60,
          first: 20,
          last: 5,
        },
      ],
      blocks: [{ start: /^Date: /, until: /^ {4}\S/, withEnd: true, cap: 4 }],
    }),
  },
  {
    id: "git-diff-stat",
    says: "Totals and changed files",
    commands: [
      "git diff --stat",
      "git diff",
      "git merge",
      "git pull",
      "git apply",
      "git rebase",
      "git cherry-pick",
      "git commit",
      "git format-patch",
    ],
    hints: [" file changed", " files changed"],
    rules: () => ({
      shape: [/^ \S.{0,200} \| +(?:\d+ ?[+-]*|Bin .{1,60})$/, /^ \d+ files? changed/],
      verdict: [
        /^ \d+ files? changed/,
        /^(?:CONFLICT|Automatic merge|Updating|Fast-forward|Merge made|Already up to date|Successfully rebased)/,
        /^(?:error|fatal|hint): /,
      ],
      keep: [/^ (?:create|delete|rename|mode change) /],
      noise: [],
      items: [{ row: /^ \S.{0,200} \| +(?:\d+ ?[+-]*|Bin .{1,60})$/, keepUpTo: 100, first: 40, last: 10 }],
    }),
  },
  {
    id: "git-blame",
    says: "Lines that declare something, first and last line of each commit's stretch",
    commands: ["git blame", "git annotate"],
    hints: [],
    rules: () => ({
      shape: [
        /^\^?[0-9a-f]{7,40} (?:\S{1,200} {1,20})?\(.{1,80} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4} {1,8}\d{1,7}\)/,
      ],
      shapeHits: 5,
      keep: [
        /^\^?[0-9a-f]{7,40} [^()]{0,200}\([^)]{1,120} {1,8}\d{1,7}\) {0,4}(?:export|import|async|function|class|interface|type|enum|const \w{1,60} = (?:async )?\(|def|fn|pub|impl|struct|trait|mod|use|func|package|public|private|protected|static|abstract|namespace|module|require|#include|#define)\b/,
      ],
      noise: [],
      items: [{
        row: /^\^?[0-9a-f]{7,40} .{0,200}\d{1,7}\) /,
        keepUpTo: 60,
        first: 20,
        last: 10,
        kind: /^\^?([0-9a-f]{7,40}) /,
      }],
    }),
  },
  {
    id: "git-branch",
    says: "Current branch and branches; also tags, remotes, worktrees",
    commands: [
      "git branch",
      "git tag",
      "git remote",
      "git worktree",
      "git for-each-ref",
      "git ls-files",
      "git ls-remote",
      "git submodule",
    ],
    hints: [],
    rules: () => ({
      shape: [
        /^\* \S/,
        /^ {2}(?:remotes\/)?[\w./-]{1,200}(?: |$)/,
        /^[0-9a-f]{40}\t(?:refs\/|HEAD)/,
        /^v?\d+\.\d+/,
        /^\S{1,100}\t\S{1,300} \((?:fetch|push)\)$/,
      ],
      verdict: [/^\* \S/],
      keep: [],
      noise: [],
      items: [{ row: /\S/, keepUpTo: 80, first: 30, last: 20 }],
    }),
  },
  {
    id: "git-fetch",
    says: "Updated and rejected refs, remote messages, verdict",
    commands: ["git fetch", "git push", "git clone", "git pull", "git submodule update", "git gc"],
    hints: [
      "Enumerating objects",
      "Receiving objects",
      "remote: ",
      "Cloning into",
      " -> origin/",
      "[new branch]",
      "[new tag]",
      "[rejected]",
      "[remote rejected]",
    ],
    rules: () => ({
      shape: [
        /^(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Writing|Resolving|Unpacking|Updating) (?:objects|deltas|files)/,
        /^ [ *+!=t-] \S.{0,100} -> \S/,
        /^(?:From|To) \S/,
        /^Cloning into/,
      ],
      shapeHits: 2,
      verdict: [/^ [*+!-] \S/, /^(?:error|fatal|hint): /, /^(?:From|To) \S/],
      keep: [/^ [ =t] \S.{0,100} -> \S/, /^remote: (?!Counting|Compressing|Enumerating|Total)\S/],
      noise: [
        /^(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Writing|Resolving|Unpacking|Updating|Total) /,
      ],
      items: [{ row: /^ [ *+!=t-] \S.{0,100} -> \S/, keepUpTo: 80, first: 30, last: 10 }],
    }),
  },
  {
    id: "gh",
    mixed: true,
    says: "Rows of lists, checks that failed, errors of job logs",
    commands: ["gh", "gh run", "gh pr", "gh issue", "glab"],
    hints: ["##[", "UNKNOWN STEP", "Showing ", "\tpass\t", "\tfail\t"],
    rules: () => ({
      shape: [
        /##\[(?:error|warning|group|endgroup|command|notice|debug)\]/,
        /^Showing \d+ of \d+/,
        /\t(?:pass|fail|pending|skipping|completed|OPEN|CLOSED|MERGED)\t/,
        /^[#✓X*] ?\d{1,9} \S/,
      ],
      verdict: [/##\[error\]/, /Process completed with exit code/, /\tfail\t/, /^X /, /^Showing \d+/],
      keep: [/##\[(?:group|warning|notice)\]/, /\tfailure\t/],
      noise: [/##\[(?:endgroup|debug|command)\]/],
      items: [{ row: /^\S{1,200}\t\S/, keepUpTo: 60, first: 20, last: 10 }, {
        row: /##\[group\]/,
        keepUpTo: 60,
        first: 30,
        last: 10,
      }],
    }),
  },
];
