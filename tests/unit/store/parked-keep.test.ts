import { expect, test } from "bun:test";
import { park } from "../../../src/store/parked.ts";
import { projectOf } from "../../../src/store/project.ts";
import { fakeRuntime, mustOpen } from "../../support/fake-runtime.ts";

test("a cap on the number of parked texts refuses the next one, renews those there, and evicts none", () => {
  const { rt } = fakeRuntime();
  const state = mustOpen(rt);
  const project = projectOf(state, rt.cwd);
  const put = (text: string, projectMaxTexts: number) =>
    park(state, project, text, { tool: "Bash" }, { maxBytes: 1_000, projectMaxTexts });
  const first = put("one", 2);
  expect(put("two", 2).ok).toBe(true);
  expect(put("three", 2)).toMatchObject({ ok: false, error: { code: "store-full" } });
  expect(put("one", 2)).toMatchObject({
    ok: true,
    value: { isNew: false, key: first.ok ? first.value.key : "" },
  });
  expect(put("three", 0).ok).toBe(true);
});
