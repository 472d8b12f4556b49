/** Checks of the executable itself and of the environment that it runs in. */
import type { Runtime } from "../../base/runtime.ts";
import { ownProgram } from "../own-program.ts";
import { VERSION } from "../version.ts";
import { type Check, ko, none, okay, warn } from "./check.ts";

/** Variables that any Bun executable honours before its own first line. */
const BUN_VARIABLES = ["BUN_OPTIONS", "BUN_BE_BUN"];

export function checkProgram(): Check {
  const program = ownProgram();
  const what = `ck-bin ${VERSION} on ${process.platform}-${process.arch}`;
  return program.ok
    ? okay("program", `${what}: ${program.value}`)
    : none("program", `${what}, run from source`);
}

/** @param hostEnv variables that a settings file of the host sets for its programs */
export function checkEnvironment(rt: Runtime, hostEnv: Readonly<Record<string, string>>): readonly Check[] {
  const checks: Check[] = [];
  const found = BUN_VARIABLES.filter((name) => rt.env[name] !== undefined || hostEnv[name] !== undefined);
  if (found.length === 0) checks.push(okay("environment", "no variable changes how the program starts"));
  else {
    const says = `${found.join(" and ")} is set: it changes what the program runs before its first line`;
    checks.push(warn("environment", says, `unset ${found.join(" ")}`));
  }
  const other = Object.keys(hostEnv).filter((name) =>
    name.startsWith("CK_") && hostEnv[name] !== rt.env[name]
  );
  if (other.length > 0) {
    const says = `the host's settings set ${other.join(", ")} for the hooks; this check runs without`;
    checks.push(
      warn("host-environment", says, "set the same here, or use settings.json in the state folder"),
    );
  }
  return checks;
}

export function checkSelfTest(works: string | null, ms: number): Check {
  if (works === null) {
    return okay("self-test", `shrunk, parked and recalled a text byte for byte (${Math.round(ms)} ms)`);
  }
  return ko("self-test", `failed: ${works}`, "report it with the version and platform");
}
