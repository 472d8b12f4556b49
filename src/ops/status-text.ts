/** `ck-bin status` for people. Sums of estimates carry a tilde; verified, pending and refused never mix. */
import { inertLine } from "../base/inert.ts";
import { type Paint, painter } from "../base/paint.ts";
import type { Savings, Sums } from "./savings.ts";
import type { Faults } from "./session-facts.ts";
import type { StatusReport } from "./status.ts";

const LABEL_WIDTH = 14;
const ID_SHOWN = 8;
const FAULT_WORDS: Readonly<Record<string, string>> = {
  reread: "full re-reads",
  recmd: "re-runs",
  recall: "recalls",
};

/** The report as lines for a person, painted or not. */
export function statusText(report: StatusReport, color: boolean): string {
  const paint = painter(color);
  const { session, project, all, parked } = report;
  const lines: string[] = [];
  if (all.verified.rows + all.pending.rows + all.refused.rows === 0) {
    lines.push("nothing was shrunk yet");
  } else {
    lines.push(paint("bold", "Saved tokens") + paint("dim", "  (sums of estimates: code points / 4)"));
    if (session !== null) {
      lines.push(savedLine(paint, `session ${inertLine(session.id.slice(0, ID_SHOWN))}`, session));
    }
    lines.push(savedLine(paint, "project", project), savedLine(paint, "everything", all));
    lines.push(...toolLines(paint, project));
  }
  const faults = faultLine(project.faults, project);
  if (faults !== "") lines.push("", `${paint("bold", "Page faults")}  ${faults}`);
  lines.push(
    "",
    `${paint("bold", "Parked")}  ${parked.originals} originals of this project: ${bytes(parked.rawBytes)}` +
      ` (${bytes(parked.storedBytes)} on disk)`,
    ...report.alarms.map(({ session: id, refused, degraded }) =>
      paint(
        "red",
        `⚠ canary: ${refused} replacements not applied by the host in session ${
          inertLine(id.slice(0, ID_SHOWN))
        }`,
      ) +
      (degraded ? "; it passes outputs in full now" : "")
    ),
  );
  if (report.alarms.length > 0) lines.push("  `ck-bin status --reset-alarm` takes note of them");
  lines.push(
    paint(
      "dim",
      `project: ${inertLine(project.path) || "of the running session; its folder is not on record"}`,
    ),
  );
  return `${lines.join("\n")}\n`;
}

function savedLine(paint: Paint, label: string, { verified, pending, refused }: Savings): string {
  const parts = [
    `${paint("green", `${about(verified.savedTokens)} verified`)} (${
      share(verified)
    }, ${verified.rows} outputs)`,
  ];
  if (pending.rows > 0) parts.push(`${about(pending.savedTokens)} pending (${pending.rows})`);
  if (refused.rows > 0) parts.push(paint("red", `${about(refused.savedTokens)} refused (${refused.rows})`));
  return `  ${label.padEnd(LABEL_WIDTH)} ${parts.join(", ")}`;
}

function toolLines(paint: Paint, { byTool }: Savings): string[] {
  const tools = Object.entries(byTool).filter(([, sums]) => sums.verified.rows > 0)
    .sort(([, a], [, b]) => b.verified.savedTokens - a.verified.savedTokens);
  if (tools.length === 0) return [];
  const rows = tools.map(([tool, { verified }]) =>
    `  ${inertLine(tool, LABEL_WIDTH).padEnd(LABEL_WIDTH)} ${about(verified.beforeTokens)} -> ${
      about(verified.afterTokens)
    }` +
    ` (${share(verified)}, ${verified.rows} outputs)`
  );
  return ["", `${paint("bold", "By tool")}${paint("dim", "  (this project, verified)")}`, ...rows];
}

function faultLine(faults: Faults, { verified }: Savings): string {
  if (faults.count === 0) return "";
  const kinds = Object.entries(faults.byKind).map(([kind, n]) =>
    `${n} ${FAULT_WORDS[kind] ?? inertLine(kind, 20)}`
  );
  const part = verified.savedTokens > 0
    ? `, ${Math.round((100 * faults.tokens) / verified.savedTokens)}% of what was saved`
    : "";
  return `${faults.count} (${kinds.join(", ")}): ${
    about(faults.tokens)
  } tokens came back${part}; sessions still kept`;
}

function share({ savedTokens, beforeTokens }: Sums): string {
  return beforeTokens === 0 ? "-0%" : `-${Math.floor((100 * savedTokens) / beforeTokens)}%`;
}

function about(tokens: number): string {
  return tokens === 0 ? "0" : `~${group(tokens)}`;
}

/** 1234567 -> 1,234,567 */
function group(n: number): string {
  const digits = String(Math.round(n));
  let out = "";
  for (let i = 0; i < digits.length; i += 1) {
    if (i > 0 && (digits.length - i) % 3 === 0 && digits[i - 1] !== "-") out += ",";
    out += digits[i];
  }
  return out;
}

/** A size in the unit that a person would choose. */
export function bytes(n: number): string {
  if (n < 1_024) return `${n} B`;
  if (n < 1_048_576) return `${(n / 1_024).toFixed(1)} KiB`;
  return `${(n / 1_048_576).toFixed(1)} MiB`;
}
