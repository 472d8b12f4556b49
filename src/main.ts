/**
 * argv[2] -> one door, imported lazily; nothing else. What is imported here
 * is paid for by every hook call.
 */
const wantsHelp = Bun.argv[3] === "--help" || Bun.argv[3] === "-h";

if (Bun.argv[2] === "hook" && !wantsHelp) {
  await (await import("./hook/run.ts")).runHook();
} else if (Bun.argv[2] === "status" && Bun.argv.includes("--statusline") && !Bun.argv.includes("--help")) {
  await (await import("./status/statusline.ts")).runStatusline();
} else {
  await (await import("./cli/main.ts")).runCli(Bun.argv.slice(2));
}
