import { inertLine } from "../base/inert.ts";
import { tryProfile } from "../normalize/profiles/try-profile.ts";
import { changeDocument } from "../store/document.ts";
import { acceptedFile } from "../store/layout.ts";
import { openState } from "../store/state.ts";
import type { CommandContext } from "./command.ts";
import { sayError } from "./say-error.ts";
import { acceptedShape, checkProfile } from "./user-profiles.ts";

/** `settings --accept NAME`: checks one profile of the user, runs its examples and records its hash. */
export async function run({ args, runtime, terminal }: CommandContext): Promise<number> {
  const name = (args.text("accept") ?? "").replace(/\.json$/, "");
  const state = openState(runtime);
  if (!state.ok) return sayError(terminal, state.error);
  const { rt, root } = state.value;
  const checked = checkProfile(rt, root, name, tryProfile);
  if (!checked.ok) {
    if (args.has("json")) {
      terminal.out(`${JSON.stringify({ name, status: "refused", problems: checked.problems })}\n`);
      return 1;
    }
    terminal.err(`not accepted: ${inertLine(name)}\n`);
    for (const problem of checked.problems) terminal.err(`  ${inertLine(problem)}\n`);
    return 1;
  }
  const changed = await changeDocument(rt, {
    path: acceptedFile(root),
    shape: acceptedShape,
    change: (current) => ({ profiles: { ...current?.profiles, [name]: checked.hash } }),
  });
  if (!changed.ok) return sayError(terminal, changed.error);
  terminal.out(
    args.has("json")
      ? `${JSON.stringify({ name, status: "accepted", problems: [] })}\n`
      : `accepted: ${inertLine(name)}\n`,
  );
  return 0;
}
