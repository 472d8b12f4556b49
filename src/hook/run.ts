/** PLACEHOLDER of the hook door: drains stdin and lets the host's own text pass. */
export async function runHook(): Promise<void> {
  await Bun.stdin.text();
  console.log("{}");
}
