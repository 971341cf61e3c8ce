import { join } from 'node:path'
import { build } from 'vite'

const root = import.meta.dirname

// npm run build --workspace reader: bundles a single file without dependencies, for Node 22 or later
await build({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: true, external: ['pcsc-mini'] },
  build: {
    ssr: join(root, 'src/main.ts'),
    outDir: join(root, 'dist'),
    // Executables are in the same folder (executable.ts)
    emptyOutDir: false,
    target: 'node22',
    rolldownOptions: { output: { entryFileNames: 'claviger-reader.mjs', codeSplitting: false } },
  },
})
