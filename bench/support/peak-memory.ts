/**
 * `bun peak-memory.ts STDIN_FILE COMMAND …`: prints the command's peak memory
 * in bytes. Stays as small as it can; see process.ts.
 */
const [stdin = "", ...argv] = Bun.argv.slice(2);
const child = Bun.spawnSync(argv, { stdin: Bun.file(stdin), stdout: "ignore", stderr: "ignore" });
console.log(child.resourceUsage?.maxRSS ?? 0);
