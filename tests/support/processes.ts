/** Starts copies of the store worker. */

import * as fs from "node:fs";
import * as os from "node:os";

let bundle: Promise<string> | undefined;

/** The worker as one file: it starts in a third of the time. */
function workerFile(): Promise<string> {
  return bundle ??= (async () => {
    const folder = temporaryFolder("worker");
    process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
    const built = await Bun.build({
      entrypoints: [new URL("./store-worker.ts", import.meta.url).pathname],
      outdir: folder,
      target: "bun",
      minify: true,
    });
    if (!built.success) throw new Error("the worker does not build");
    return `${folder}/store-worker.js`;
  })();
}

/** Where processes meet: each says that it is there, and then all begin at once. */
export async function meeting(count: number): Promise<string> {
  await workerFile();
  const folder = temporaryFolder("meeting");
  const wait = async (): Promise<void> => {
    while (fs.readdirSync(folder).length < count) await Bun.sleep(5);
    fs.writeFileSync(`${folder}/.go`, `${Date.now() + 20}`);
    fs.renameSync(`${folder}/.go`, `${folder}/go`);
  };
  wait().catch(() => {});
  return folder;
}

/** A folder that a test removes itself. */
export function temporaryFolder(name: string): string {
  return fs.mkdtempSync(`${fs.realpathSync(os.tmpdir())}/ck-${name}-`);
}

export async function startWorker(
  args: readonly string[],
): Promise<Bun.Subprocess<"ignore", "pipe", "pipe">> {
  return Bun.spawn([process.execPath, "--no-install", await workerFile(), ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH, HOME: "/nonexistent" },
  });
}

/** Lines of a worker whose files cannot grow beyond a size; writes above it are short, then fail. */
export async function linesWithFileLimit(kib: number, args: readonly string[]): Promise<string[]> {
  const script = `trap "" XFSZ; ulimit -f ${kib}; exec "$@"`;
  const command = [
    "bash",
    "-c",
    script,
    "bash",
    process.execPath,
    "--no-install",
    await workerFile(),
    ...args,
  ];
  const worker = Bun.spawn(command, {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH },
  });
  return await linesAtEnd(worker, args);
}

/** Lines on stdout of a worker that must end well. */
export async function linesOf(args: readonly string[]): Promise<string[]> {
  const worker = await startWorker(args);
  return await linesAtEnd(worker, args);
}

async function linesAtEnd(
  worker: Bun.Subprocess<"ignore", "pipe", "pipe">,
  args: readonly string[],
): Promise<string[]> {
  const [out, err, code] = await Promise.all([
    new Response(worker.stdout).text(),
    new Response(worker.stderr).text(),
    worker.exited,
  ]);
  if (code !== 0) throw new Error(`worker ${args[0]}: exit ${code}: ${err}`);
  return out.split("\n").filter((line) => line !== "");
}
