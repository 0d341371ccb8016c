// Writes the page to dist/: index.html, style.css, previews.json, main.js, worker.js, capture.js. With --watch it goes on.
import * as esbuild from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = new URL(".", import.meta.url);
const dist = new URL("dist/", here);
const watch = process.argv.includes("--watch");

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await copyFile(new URL("src/index.html", here), new URL("index.html", dist));
await copyFile(new URL("src/gallery/previews.json", here), new URL("previews.json", dist));

// The client in ../js has protobuf beside itself, and so has the viewer: one of them is enough.
const oneProtobuf = {
  name: "one-protobuf",
  setup(build) {
    build.onResolve({ filter: /^@bufbuild\/protobuf/ }, ({ path, kind, pluginData }) =>
      pluginData === oneProtobuf
        ? undefined
        : build.resolve(path, { kind, resolveDir: fileURLToPath(here), pluginData: oneProtobuf }),
    );
  },
};

const options = {
  absWorkingDir: fileURLToPath(here),
  plugins: [oneProtobuf],
  entryPoints: { main: "src/main.ts", worker: "src/worker/worker.ts",
                 capture: "src/microphone/capture_worklet.ts", style: "src/style.css" },
  outdir: "dist",
  bundle: true,
  format: "esm",
  platform: "browser",
  target: ["chrome120", "firefox121", "safari17"],
  minify: !watch,
  sourcemap: watch ? "inline" : false,
  legalComments: "none",
  logLevel: "info",
};

if (watch) await (await esbuild.context(options)).watch();
else await esbuild.build(options);
