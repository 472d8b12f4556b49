import { expect, test } from "bun:test";
import { appendLedger, type LedgerRecord, type LedgerRow } from "../../../src/store/ledger.ts";
import { type LedgerTotals, ledgerTotals, readLedger } from "../../../src/store/ledger-totals.ts";
import type { State } from "../../../src/store/state.ts";
import { fakeRuntime, mustOpen } from "../../support/fake-runtime.ts";
import { testRandom } from "../../support/random.ts";

const DAY_MS = 86_400_000;

function row(id: string, session = "s", more: Partial<LedgerRow> = {}): LedgerRow {
  return {
    t: "row",
    id,
    ts: 1,
    tool: "Bash",
    op: "projection",
    beforeTokens: 100,
    afterTokens: 30,
    beforePoints: 400,
    afterPoints: 120,
    session,
    project: "0123456789abcdef",
    ...more,
  };
}

function settled(t: "verified" | "refused", id: string, session = "s"): LedgerRecord {
  return { t, id, session };
}

function totals(state: State, session?: string): LedgerTotals {
  const found = ledgerTotals(state, session === undefined ? {} : { session });
  if (!found.ok) throw new Error(found.error.code);
  return found.value;
}

test("a row is pending until a canary settles it", () => {
  const state = mustOpen(fakeRuntime().rt);
  appendLedger(state, [row("1"), row("2"), row("3")]);
  appendLedger(state, [settled("verified", "1"), settled("refused", "2")]);
  const { rows, pending, verified, refused } = totals(state);
  expect([rows, pending.rows, verified.rows, refused.rows]).toEqual([3, 1, 1, 1]);
  expect(verified).toEqual({
    rows: 1,
    beforeTokens: 100,
    afterTokens: 30,
    savedTokens: 70,
    beforePoints: 400,
    afterPoints: 120,
  });
});

test("a tool-use id counts once in its session, however often it is written", () => {
  const state = mustOpen(fakeRuntime().rt);
  appendLedger(state, [row("1"), row("1"), settled("verified", "1"), settled("verified", "1"), row("1")]);
  appendLedger(state, [row("1", "other")]);
  expect(totals(state).rows).toBe(2);
  expect(totals(state).verified.rows).toBe(1);
  expect(totals(state).pending.rows).toBe(1);
});

test("a fate that comes before its row counts, too", () => {
  const state = mustOpen(fakeRuntime().rt);
  appendLedger(state, [settled("refused", "1"), row("1")]);
  expect(totals(state).refused.rows).toBe(1);
});

test("totals come by session, tool and operation", () => {
  const state = mustOpen(fakeRuntime().rt);
  appendLedger(state, [
    row("1"),
    row("2", "s", { tool: "Read", op: "delta" }),
    row("3", "other", { tool: "__proto__" }),
  ]);
  expect(Object.keys(totals(state, "s").byTool).sort()).toEqual(["Bash", "Read"]);
  expect(totals(state, "s").byOp.delta?.pending.rows).toBe(1);
  expect(totals(state, "nobody").rows).toBe(0);
  expect(totals(state).rows).toBe(3);
});

test("rows that are no rows are left out", () => {
  const state = mustOpen(fakeRuntime().rt);
  const odd = [
    { ...row("1"), beforeTokens: -1 },
    { ...row("2"), afterPoints: Number.NaN },
    { ...row("3"), op: "other" },
    { ...row("4"), tool: 7 },
    { t: "verified", id: 5, session: "s" },
  ];
  appendLedger(state, odd as unknown as LedgerRecord[]);
  expect(totals(state).rows).toBe(0);
});

test("CK_LOG_OFF=1 keeps no ledger", () => {
  const fake = fakeRuntime({ env: { HOME: "/home/u", CK_LOG_OFF: "1" } });
  const state = mustOpen(fake.rt);
  expect(appendLedger(state, [row("1")]).ok).toBe(true);
  expect(totals(state).rows).toBe(0);
  expect(fake.files.paths().some((path) => path.includes("ledger"))).toBe(false);
});

test("a stored fold and a fresh one agree, whatever is written in whatever order and month", () => {
  const random = testRandom("ledger");
  for (let round = 0; round < 5; round += 1) {
    const fake = fakeRuntime();
    const state = mustOpen(fake.rt);
    for (let part = 0; part < 8; part += 1) {
      const records: LedgerRecord[] = [];
      const size = random.pick([1, 5, 900, 1_500]);
      for (let i = 0; i < size; i += 1) {
        const id = `${random.int(3_000)}`;
        const session = `session-${random.int(4)}`;
        const kind = random.int(4);
        if (kind === 0) records.push(settled(random.pick(["verified", "refused"]), id, session));
        else {records.push(
            row(id, session, { tool: random.pick(["Bash", "Read", "mcp__a__b"]), beforeTokens: 40 }),
          );}
      }
      appendLedger(state, records);
      const stored = totals(state);
      const session = totals(state, "session-1");
      const bare = { ...state, rt: { ...state.rt, files: { ...state.rt.files } } };
      fake.files.vanish("/home/u/.context-kernel/ledger/totals.cache");
      // The order of months is not the order of writing when the clock went back; only sums can then differ by fate.
      expect(totals(bare).rows).toBe(stored.rows);
      if (part % 2 === 0) expect(totals(bare)).toEqual(stored);
      expect(totals(bare, "session-1").rows).toBe(session.rows);
      if (random.int(3) === 0) fake.clock.now += 20 * DAY_MS;
    }
  }
}, 30_000);

test("the second sum over many rows reads next to nothing", () => {
  let read = 0;
  const fake = fakeRuntime({
    wrap: (files) => ({
      ...files,
      readRange: (path, at, bytes) => {
        const result = files.readRange(path, at, bytes);
        if (result.ok && path.endsWith(".log")) read += result.value.length;
        return result;
      },
    }),
  });
  const state = mustOpen(fake.rt);
  for (let i = 0; i < 20; i += 1) {
    appendLedger(
      state,
      Array.from({ length: 500 }, (_, k) => row(`${i}-${k}`)),
    );
  }
  expect(totals(state).rows).toBe(10_000);
  const first = read;
  read = 0;
  appendLedger(state, [row("0-0"), row("last"), settled("verified", "3-3")]);
  expect(totals(state).rows).toBe(10_001);
  expect(totals(state).verified.rows).toBe(1);
  expect(read).toBeLessThan(first / 100);
});

test("a month that was replaced is folded anew", () => {
  const fake = fakeRuntime();
  const state = mustOpen(fake.rt);
  appendLedger(state, Array.from({ length: 2_000 }, (_, i) => row(`${i}`)));
  expect(totals(state).rows).toBe(2_000);
  const [path = ""] = fake.files.paths().filter((each) => each.endsWith(".log"));
  const other = mustOpen(fakeRuntime().rt);
  appendLedger(other, Array.from({ length: 2_500 }, (_, i) => row(`other-${i}`)));
  fake.files.vanish(path);
  appendLedger(state, Array.from({ length: 2_500 }, (_, i) => row(`new-${i}`)));
  expect(totals(state).rows).toBe(2_500);
});

test("readLedger() hands over every record as it was written", () => {
  const state = mustOpen(fakeRuntime().rt);
  const records: LedgerRecord[] = [row("1", "s", { agent: "a1" }), settled("verified", "1")];
  appendLedger(state, records);
  const found: LedgerRecord[] = [];
  readLedger(state, (record) => found.push(record));
  expect(found).toEqual(records);
});
