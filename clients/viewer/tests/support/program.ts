// The real program, started for a test on a free port of this machine.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export class Program {
  readonly url: string;
  private readonly process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.process = process;
    this.url = url;
  }

  // `address` is where it listens; port 0 is any that is free.
  static async start(address = "127.0.0.1:0", options: readonly string[] = []): Promise<Program> {
    const program = process.env["KINE_PROGRAM"];
    if (!program) throw new Error("KINE_PROGRAM must be the path of the program kinesphere");
    const child = spawn(program, ["serve", "--listen", address, ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(child.stdout!)) {
      const listens = / on (127\.0\.0\.1:\d+)/.exec(line);
      if (listens) {
        child.stdout!.resume();
        return new Program(child, `http://${listens[1]}`);
      }
    }
    throw new Error(`${program} ended before it listened`);
  }

  get address(): string {
    return new URL(this.url).host;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await ended;
  }
}
