import { BENCHMARKS } from "./benchmarks.ts";
import { NATIVE_COMPILERS } from "./compilers-native.ts";
import { PLATFORM_COMPILERS } from "./compilers-platform.ts";
import { CONTAINERS } from "./containers.ts";
import { DATABASES } from "./databases.ts";
import { DEBUG } from "./debug.ts";
import { FILES } from "./files.ts";
import { GIT } from "./git.ts";
import { INFRASTRUCTURE } from "./infrastructure.ts";
import { JS_LINTERS } from "./linters-js.ts";
import { LANGUAGE_LINTERS } from "./linters-languages.ts";
import { PYTHON_LINTERS } from "./linters-python.ts";
import { LOGS } from "./logs.ts";
import { PACKAGES } from "./packages.ts";
import type { ProfileEntry } from "./profile.ts";
import { SCANNERS } from "./scanners.ts";
import { TEST_RUNNERS } from "./tests.ts";
import { WEB } from "./web.ts";

/** Every command family. Data only: add a row to the file of its area, add its golden folder. */
export const PROFILES: readonly ProfileEntry[] = [
  // Before the runners of tests: `cargo bench` runs tests too.
  ...BENCHMARKS,
  ...TEST_RUNNERS,
  ...NATIVE_COMPILERS,
  ...PLATFORM_COMPILERS,
  ...JS_LINTERS,
  ...PYTHON_LINTERS,
  ...LANGUAGE_LINTERS,
  ...SCANNERS,
  ...PACKAGES,
  ...WEB,
  ...GIT,
  ...FILES,
  ...CONTAINERS,
  ...INFRASTRUCTURE,
  ...LOGS,
  ...DATABASES,
  ...DEBUG,
];
