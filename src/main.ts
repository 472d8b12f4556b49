/**
 * argv[2] -> one door, imported lazily; nothing else. What is imported here
 * is paid for by every hook call.
 */
const wantsHelp = Bun.argv[3] === "--help" || Bun.argv[3] === "-h";

if (Bun.argv[2] === "hook" && !wantsHelp) {
  await (await import("./hook/run.ts")).runHook();
} else if (Bun.argv[2] === "status" && isStatusline(Bun.argv.slice(3))) {
  await (await import("./status/statusline.ts")).runStatusline(Bun.argv.slice(3));
} else {
  await (await import("./cli/main.ts")).runCli(Bun.argv.slice(2));
}

/** The line alone or with paint; anything beside it goes to the parser, which says what is wrong with it. */
function isStatusline(args: readonly string[]): boolean {
  return args.includes("--statusline") &&
    args.every((arg) => arg === "--statusline" || arg === "--no-color" || arg === "--color");
}
