import { COMPILERS } from "./compilers.ts";
import { DEBUG } from "./debug.ts";
import { FILES } from "./files.ts";
import { GIT } from "./git.ts";
import { LINTERS } from "./linters.ts";
import { OPS } from "./ops.ts";
import { PACKAGES } from "./packages.ts";
import type { ProfileEntry } from "./profile.ts";
import { TEST_RUNNERS } from "./tests.ts";
import { WEB } from "./web.ts";

/** Every command family. Data only: add a row to the file of its area, add its golden folder. */
export const PROFILES: readonly ProfileEntry[] = [
  ...TEST_RUNNERS,
  ...COMPILERS,
  ...LINTERS,
  ...PACKAGES,
  ...WEB,
  ...GIT,
  ...FILES,
  ...OPS,
  ...DEBUG,
];
