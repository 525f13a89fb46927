// Completes package-lock.json after `npm install` on a machine whose registry has only some platforms' packages: npm then
// leaves out the optional packages of the others, and `npm ci` refuses the file everywhere. Run by `npm run lock`.
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const CHIPS = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

const file = new URL("package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));

function platform(name) {
  const parts = name.slice(name.indexOf("/") + 1).split("-");
  const os = parts.filter((part) => SYSTEMS.includes(part));
  const cpu = parts.filter((part) => CHIPS.includes(part));
  if (name === "fsevents") os.push("darwin");
  const libc = parts.includes("musl") ? ["musl"] : parts.some((part) => part.startsWith("gnu")) ? ["glibc"] : [];
  return { ...(cpu.length && { cpu }), ...(libc.length && { libc }), ...(os.length && { os }) };
}

for (const { optionalDependencies = {} } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] || !/^\d/.test(version)) continue;
    lock.packages[place] = { version, ...platform(name), dev: true, optional: true };
    console.log(`added ${name} ${version}`);
  }
}

const sorted = Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
