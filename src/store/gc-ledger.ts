/** The part of `gc` that lets old months of the ledger go. */

import { LEDGER_MONTHS } from "../base/limits.ts";
import type { GcRun } from "./gc-run.ts";
import { ledgerFile, ledgerFolder } from "./layout.ts";
import { ledgerMonths } from "./ledger.ts";
import type { JournalRecord } from "./record.ts";
import { appendTerms, judge, look, readTerms, termOf, tidyTerms } from "./terms.ts";

const MONTH_MS = 31 * 86_400_000;

/** Marks and removes months beyond the last twelve. */
export function gcLedger(run: GcRun): void {
  const { state } = run;
  const folder = ledgerFolder(state.root);
  const months = ledgerMonths(state);
  const terms = readTerms(state, folder);
  if (!months.ok || !terms.ok) return;
  const notes: JournalRecord[] = [];
  for (const month of months.value) {
    if (run.isOver()) return;
    const begun = Date.parse(`${month}-01T00:00:00Z`);
    const stat = state.rt.files.stat(ledgerFile(state.root, month));
    if (Number.isNaN(begun) || !stat.ok) continue;
    const print = `${stat.value.mtimeMs}`;
    const term = termOf(terms.value, month);
    const ttlMs = (LEDGER_MONTHS + 1) * MONTH_MS;
    const verdict = judge({ term, stamps: [begun], print, ttlMs, graceMs: MONTH_MS }, run.now);
    if (verdict === "delete") {
      run.tally.months += state.rt.files.remove(ledgerFile(state.root, month)).ok ? 1 : 0;
    } else if (verdict !== "keep") notes.push(look(verdict, month, run.now, print));
  }
  appendTerms(state, folder, notes);
  const left = new Set(months.value);
  tidyTerms(state, folder, (month) => left.has(month));
}
