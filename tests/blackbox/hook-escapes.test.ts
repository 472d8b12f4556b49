import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAILURE, keysIn, largeFile, logText, smallFile } from "../support/hook-texts.ts";
import { hookWorld, readResponse } from "../support/hook-world.ts";

const LOG = logText(400);

describe("a shell command with the raw mark", () => {
  const world = hookWorld();

  test("passes in full, wherever the mark stands", () => {
    for (const command of ["npm test # ck:raw", "# ck:raw\nnpm test", "npm test # ck:raw please"]) {
      expect(world.bash(command, LOG).document).toEqual({});
    }
  });

  test("has another mark when the setting says so, and none when it is empty", () => {
    expect(world.bash("npm run a #full", LOG, {}, { CK_RAW_MARK: "#full" }).document).toEqual({});
    expect(world.bash("npm run b # ck:raw", LOG, {}, { CK_RAW_MARK: "#full" }).updated).toBeDefined();
    expect(world.bash("npm run c # ck:raw", LOG, {}, { CK_RAW_MARK: "" }).updated).toBeDefined();
  });

  test("is the only tool that has it", () => {
    expect(world.mcp(LOG, { input: { command: "x # ck:raw" } }).updated).toBeDefined();
  });
});

describe("a read of a stated window", () => {
  const world = hookWorld();
  const read = (input: object) =>
    world.call({
      tool: "Read",
      input: { file_path: "/p/a.ts", ...input },
      response: readResponse("/p/a.ts", largeFile()),
    });

  test("passes", () => {
    expect(read({ offset: 1 }).document).toEqual({});
    expect(read({ limit: 2_000 }).document).toEqual({});
    expect(read({ offset: 10, limit: 5 }).document).toEqual({});
  });

  test("neither consults nor touches what is known of the file", () => {
    const text = smallFile(1);
    world.read("/p/small.ts", text);
    const window = { input: { file_path: "/p/small.ts", offset: 1, limit: 900 } };
    expect(world.read("/p/small.ts", text, window).document).toEqual({});
    expect(world.read("/p/small.ts", text).text).toContain("UNCHANGED");
  });

  test("is none when both are zero or empty", () => {
    expect(read({ offset: 0 }).updated).toBeDefined();
    expect(read({ offset: null, limit: "" }).document).toEqual({});
  });
});

describe("an explicit extraction", () => {
  const world = hookWorld();

  test("passes up to its limit", () => {
    for (const command of ["sed -n 1,400p log", "head -n 200 log", "git show HEAD:log | sed -n 1,400p"]) {
      expect(world.bash(command, LOG).document).toEqual({});
    }
  });

  test("is projected above the limit, and the limit is a setting", () => {
    const long = logText(1_000);
    expect(world.bash("sed -n 1,1000p log", long).updated).toBeDefined();
    expect(world.bash("sed -n 1,999p log", long, {}, { CK_EXTRACTION_MAX: "20000" }).document).toEqual({});
    expect(world.bash("sed -n 1,99p log", LOG, {}, { CK_EXTRACTION_MAX: "100" }).updated).toBeDefined();
  });

  test("is what our own hint tells the model to type", () => {
    const { text } = world.bash("npm test", LOG);
    const [, hinted = ""] = /\[parked 24h: (.+? recall [0-9a-f]{10}) --grep/.exec(text) ?? [];
    const recalled = world.recall([keysIn(text)[0] ?? "", "--lines", "1-200"]).out;
    expect(recalled.length).toBeGreaterThan(3_000);
    expect(world.bash(`${hinted} --lines 1-200`, recalled).document).toEqual({});
  });

  test("is not a command that only names one", () => {
    for (const command of [`grep -rn "ck-bin recall" docs`, "echo sed -n", "git log -- recall.py"]) {
      expect(world.bash(command, LOG).text).toContain(FAILURE);
      expect(world.bash(`${command} .`, LOG).updated).toBeDefined();
    }
  });
});

describe("settings that choose what is shrunk", () => {
  const world = hookWorld();
  const read = (env: Record<string, string>, agentType?: string) =>
    world.read("/p/large.ts", largeFile(), agentType ? { agent: "abee359b0bef51c01", agentType } : {}, env)
      .updated;

  test("CK_TOOLS names the tools", () => {
    expect(read({ CK_TOOLS: "Bash,Grep" })).toBeUndefined();
    expect(world.bash("make a", LOG, {}, { CK_TOOLS: "Read" }).document).toEqual({});
    expect(world.bash("make b", LOG, {}, { CK_TOOLS: " Bash , Read " }).updated).toBeDefined();
    expect(world.bash("make c", LOG, {}, { CK_TOOLS: "" }).document).toEqual({});
  });

  test("CK_MCP=0 leaves MCP results alone, and CK_TOOLS does not", () => {
    expect(world.mcp(LOG, { input: { n: 1 } }, { CK_MCP: "0" }).document).toEqual({});
    expect(world.mcp(LOG, { input: { n: 2 } }, { CK_TOOLS: "Bash" }).updated).toBeDefined();
  });

  test("CK_AGENT_SKIP names agent types whose reads pass; other agents' are shrunk", () => {
    expect(read({}, "kernel-verifier")).toBeUndefined();
    expect(read({ CK_AGENT_SKIP: "Explore,Plan" }, "Explore")).toBeUndefined();
    expect(read({}, "general-purpose")).toBeDefined();
    const agent = { agent: "abee359b0bef51c02", agentType: "kernel-scout" };
    expect(world.bash("make d", LOG, agent).updated).toBeDefined();
  });

  test("CK_MIN_TOKENS, CK_HEAD and CK_TAIL move the thresholds", () => {
    expect(world.bash("make e", LOG, {}, { CK_MIN_TOKENS: "100000" }).document).toEqual({});
    const { text } = world.bash("make f", LOG, {}, {
      CK_HEAD: "100",
      CK_TAIL: "100",
      CK_ADAPTIVE: "0",
      CK_EPHEMERAL_SCALE: "1",
    });
    expect(text).toContain("worker 99 took");
    expect(text).not.toContain("worker 100 took");
    expect(text).toContain("worker 300 took");
  });

  test("CK_POSTOUT_FIELD names the field of the replacement", () => {
    const { specific } = world.bash("make g", LOG, {}, { CK_POSTOUT_FIELD: "updatedOutput" });
    expect(Object.keys(specific)).toEqual(["hookEventName", "updatedOutput"]);
  });
});

describe("settings that do not parse", () => {
  const BAD = {
    CK_MIN_TOKENS: "many",
    CK_HEAD: "-3",
    CK_TAIL: "1e3",
    CK_PARK_MAX: "99999999999999",
    CK_DELTA: "maybe",
    CK_CANARY_DEGRADE_N: "",
    CK_ADAPTIVE_START: "NaN",
    CK_UNKNOWN: "1",
  };

  test("leave the defaults in force, in the environment", () => {
    const [plain, odd] = [hookWorld(), hookWorld({ env: BAD })];
    const mask = (text: string) => text.replace(/recall [0-9a-f]{10}/, "recall KEY");
    expect(mask(odd.bash("make", LOG).text)).toBe(mask(plain.bash("make", LOG).text));
    expect(odd.read("/p/s.ts", smallFile(1)).document).toEqual({});
    expect(odd.read("/p/s.ts", smallFile(1)).text).toContain("UNCHANGED");
  });

  test("and in the user's file, whatever it holds", () => {
    const FILES = [
      JSON.stringify(BAD),
      "no json",
      "[]",
      "null",
      "",
      `{"CK_TOOLS": 5}`,
      "\ufeff{}",
      "{".repeat(9_000),
    ];
    for (const [n, text] of FILES.entries()) {
      const world = hookWorld();
      mkdirSync(world.state, { mode: 0o700 });
      writeFileSync(join(world.state, "settings.json"), text);
      const done = world.bash(`make ${n}`, LOG);
      expect(done.ran.code, text.slice(0, 40)).toBe(0);
      expect(done.text, text.slice(0, 40)).toContain("[context-kernel: elided lines ");
    }
  });

  test("a good file counts, and the environment wins over it", () => {
    const world = hookWorld();
    mkdirSync(world.state, { mode: 0o700 });
    writeFileSync(join(world.state, "settings.json"), JSON.stringify({ CK_TOOLS: ["Read"] }));
    expect(world.bash("make", LOG).document).toEqual({});
    expect(world.bash("make", LOG, {}, { CK_TOOLS: "Bash" }).updated).toBeDefined();
  });
});
