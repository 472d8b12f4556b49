/**
 * Tool outputs and hook payloads for the benches: the same bytes on every
 * machine and in every run.
 */
import { type Random, randomFrom } from "../../tests/support/random.ts";

/** A test run's output, with what a reader needs of it. */
export interface NoisyLog {
  readonly text: string;
  /** Lines that must still be in a projection. */
  readonly mustSurvive: readonly string[];
}

const MODULES = ["billing", "catalog", "search", "users", "export", "mailer"] as const;
const LOGGERS = ["app.http", "app.db.pool", "app.cache", "app.jobs", "app.auth"] as const;

/** A noisy test run of about `units` UTF-16 units, never more (at least 3,000): mostly ASCII, as such logs are. */
export function noisyLog(units: number, seed = 1): NoisyLog {
  const random = randomFrom(seed);
  const head = `${START}\n`;
  const end = `${failures(random)}\n`;
  let body = "";
  const room = units - head.length - end.length;
  const half = Math.floor(room / 2);
  let reported = false;
  while (body.length < room) {
    if (!reported && body.length >= half) {
      body += `${TRACEBACK}\n`;
      reported = true;
    }
    body += block(random);
  }
  const whole = body.slice(0, body.lastIndexOf("\n", room - 1) + 1);
  return { text: `${head}${whole}${end}`, mustSurvive: [...SIGNALS] };
}

const START = [
  "============================= test session starts ==============================",
  "platform linux -- Python 3.12.4, pytest-8.3.2, pluggy-1.5.0",
  "rootdir: /home/dev/project",
  "plugins: cov-5.0.0, asyncio-0.23.8, xdist-3.6.1",
  "collected 4812 items",
  "",
].join("\n");

const TRACEBACK = [
  "Traceback (most recent call last):",
  '  File "/home/dev/project/src/billing/invoice.py", line 214, in close_invoice',
  "    total = self.ledger.sum(lines, currency=self.currency)",
  '  File "/home/dev/project/src/billing/ledger.py", line 88, in sum',
  "    raise CurrencyMismatch(expected=currency, got=line.currency)",
  "billing.errors.CurrencyMismatch: expected EUR, got USD (invoice 20391, line 7)",
].join("\n");

const SIGNALS = [
  "billing.errors.CurrencyMismatch: expected EUR, got USD (invoice 20391, line 7)",
  "FAILED tests/billing/test_invoice.py::test_close_mixed_currency - billing.errors.CurrencyMismatch",
  "FAILED tests/search/test_ranking.py::test_ties_are_stable - AssertionError: assert [3, 1] == [1, 3]",
] as const;

function failures(random: Random): string {
  return [
    "=========================== short test summary info ============================",
    SIGNALS[1],
    SIGNALS[2],
    `================= 2 failed, 4810 passed, 12 warnings in ${60 + random.int(90)}.${
      10 + random.int(89)
    }s =================`,
  ].join("\n");
}

/** Some lines of one kind, as they come in clusters. */
function block(random: Random): string {
  const lines = 1 + random.int(12);
  switch (random.int(8)) {
    case 0:
      return download(random);
    case 1:
      return repeated(random, lines);
    case 2:
    case 3:
      return testProgress(random, lines);
    case 4:
      return random.int(6) === 0 ? warning(random) : infos(random, lines);
    default:
      return infos(random, lines);
  }
}

function infos(random: Random, lines: number): string {
  let out = "";
  for (let n = 0; n < lines; n += 1) {
    out +=
      `2026-03-04 12:${two(random)}:${two(random)},${100 + random.int(899)} INFO ${random.pick(LOGGERS)} ` +
      `request_id=${random.int(2 ** 31).toString(16)} GET /api/v2/${random.pick(MODULES)}/${
        random.int(90_000)
      } ` +
      `200 ${random.int(900)}ms\n`;
  }
  return out;
}

function testProgress(random: Random, lines: number): string {
  let out = "";
  for (let n = 0; n < lines; n += 1) {
    const name = `tests/${random.pick(MODULES)}/test_case_${random.int(400)}.py`;
    out += `${name}::test_${random.int(90)} \u001b[32mPASSED\u001b[0m${" ".repeat(20)}[ ${
      10 + random.int(89)
    }%]\n`;
  }
  return out;
}

function repeated(random: Random, lines: number): string {
  return `DEBUG ${random.pick(LOGGERS)} heartbeat ok, pool size 8, idle 5\n`.repeat(lines);
}

function download(random: Random): string {
  let out = "";
  for (let percent = random.int(9); percent < 100; percent += 7 + random.int(9)) {
    out += `\rDownloading fixtures ${"#".repeat(percent / 4).padEnd(25)} ${percent}%`;
  }
  return `${out}\rDownloading fixtures ${"#".repeat(25)} 100% \u2713\n`;
}

function warning(random: Random): string {
  const line = 10 + random.int(300);
  return `src/${random.pick(MODULES)}/models.py:${line}: DeprecationWarning: utcnow() is deprecated\n`;
}

function two(random: Random): string {
  return String(10 + random.int(50));
}
