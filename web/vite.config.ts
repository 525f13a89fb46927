import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// While developing, the pages come from Vite and everything else from a table server started beside it.
const server = "http://localhost:8123";

export default defineConfig({
  plugins: [svelte()],
  // the licences of what is bundled travel with it
  build: { outDir: "dist", emptyOutDir: true, reportCompressedSize: true, license: { fileName: "licences.txt" } },
  server: { proxy: { "/api": { target: server, ws: true }, "/docs": server } },
  test: {
    projects: [
      { extends: true, test: { name: "pure", include: ["tests/*.test.ts"] } },
      {
        extends: true,
        plugins: [svelteTesting()],
        server: { fs: { allow: [".."] } }, // the rules lie with the games
        test: {
          name: "components",
          include: ["tests/components/*.test.ts"],
          environment: "jsdom",
          setupFiles: ["tests/components/pretend.ts"],
        },
      },
    ],
  },
});
