// A real server, on a port of its own, whose characters do what they are told and nothing else.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export class Server {
  readonly address: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, address: string) {
    this.#process = process;
    this.address = address;
  }

  static async start(listen = "127.0.0.1:0", ...options: string[]): Promise<Server> {
    const program = process.env["KINE_PROGRAM"];
    if (!program) {
      throw new Error("KINE_PROGRAM names no program; ctest sets it");
    }
    const child = spawn(program, ["serve", "--still", "--listen", listen, ...options],
                        { stdio: ["ignore", "pipe", "inherit"] });
    // All that it says is read, or the pipe would fill and the server stand still.
    const lines = createInterface({ input: child.stdout! });
    const [first] = (await Promise.race([once(lines, "line"), once(child, "exit")])) as unknown[];
    const address = /127\.0\.0\.1:\d+/.exec(String(first))?.[0];
    if (!address) {
      child.kill("SIGKILL");
      throw new Error(`the first line names no port: ${first}`);
    }
    return new Server(child, address);
  }

  /** Asks it to leave; the exit code. */
  async stop(): Promise<number | null> {
    const { exitCode } = this.#process;
    if (exitCode !== null) {
      return exitCode;
    }
    const exit = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    return (await exit)[0] as number | null;
  }
}
