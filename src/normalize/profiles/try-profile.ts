import { cleanLines } from "../clean.ts";
import { project } from "../pipeline.ts";
import type { OperatorContext } from "../types.ts";
import { chooseProfile } from "./choose.ts";
import type { UserProfile } from "./user.ts";

/** Runs the examples of a profile of the user: it must be chosen, and its lines must survive. Pure. */

const CONTEXT: OperatorContext = {
  tool: "Bash",
  // The size at which Bash outputs are shrunk by default.
  rate: { scale: 0.375, headLines: 16, tailLines: 8 },
  grepPerFile: 5,
  jsonSample: 3,
  jsonMinItems: 8,
  maxUnits: 28_500,
  mayElide: true,
};

/** Problems found, one sentence each; none: the profile does what it says. */
export function tryProfile({ profile, examples }: UserProfile): readonly string[] {
  const problems: string[] = [];
  examples.forEach(({ input, command, mustSurvive }, n) => {
    const name = `examples[${n}]`;
    const lines = cleanLines(input, { keepTrailing: false, keepEdges: false });
    const chosen = chooseProfile(lines, command, [profile])?.id.split("+") ?? [];
    if (!chosen.includes(profile.id)) problems.push(`${name}: the profile is not chosen for this text`);
    const shown = folded(
      project(input, {
        ...CONTEXT,
        userProfiles: [profile],
        ...(command === undefined ? {} : { command }),
      }).text,
    );
    const source = folded(input);
    for (const line of mustSurvive) {
      if (!source.includes(folded(line))) problems.push(`${name}: not in the input: ${line.slice(0, 80)}`);
      else if (!shown.includes(folded(line))) {
        problems.push(`${name}: does not survive: ${line.slice(0, 80)}`);
      }
    }
  });
  return problems;
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
