import { expect, test } from "bun:test";
import { readSources } from "../../../build/sources.ts";
import { SETTINGS } from "../../../src/settings/table.ts";

const SOURCES = readSources("src");
/** Read by the store, before there are settings. */
const READ_FROM_ENVIRONMENT = ["CK_HOME"];

test("every setting is read somewhere, or it would be a promise that nobody keeps", () => {
  const readers = SOURCES.filter(({ path }) =>
    !path.startsWith("src/settings/") && path !== "src/ops/registry.ts"
  );
  const unused = SETTINGS.map((row) => row.key).filter((key) =>
    !READ_FROM_ENVIRONMENT.includes(key) &&
    !readers.some(({ scanned }) => new RegExp(`\\b${key}\\b`).test(scanned.code))
  );
  expect(unused).toEqual([]);
});

test("base and core know no setting by name", () => {
  const pure = SOURCES.filter(({ path }) => /^src\/(?:base|tokens|marker|normalize|ledger)\//.test(path));
  const keys = SETTINGS.map((row) => row.key);
  const knowing = pure.filter(({ scanned }) =>
    keys.some((key) => new RegExp(`\\b${key}\\b`).test(scanned.code))
  );
  expect(knowing.map(({ path }) => path)).toEqual([]);
});

test("no other CK_ name is read from the environment", () => {
  const known = new Set<string>(SETTINGS.map((row) => row.key));
  const foreign = SOURCES.flatMap(({ path, text }) =>
    [...text.matchAll(/\benv(?:\.|\[")(CK_[A-Z_]+)/g)].flatMap((match) =>
      known.has(match[1] ?? "") ? [] : [`${path}: ${match[1]}`]
    )
  );
  expect(foreign).toEqual([]);
});

test("whoever keeps a log opens the state with the user's settings", () => {
  const keeping = SOURCES.filter(({ path, scanned }) =>
    /^src\/(?:ops|hook)\//.test(path) && /\b(?:recordFailure|isLogOff|appendLedger)\(/.test(scanned.code)
  );
  expect(keeping.length).toBeGreaterThan(4);
  const careless = keeping.filter(({ scanned: { code } }) =>
    /\bopenState\(/.test(code) && !/\bwithLogSetting\(/.test(code)
  );
  expect(careless.map(({ path }) => path)).toEqual([]);
});
