// npm run bench: the measured scenarios; with --beside COMMIT alternating with an earlier commit.
import { ensureConsole, ensureServer } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become } from './run.mjs'

await ensureDependencies()
await ensureServer()
await ensureConsole()
const words = process.argv.slice(2)
become(words.includes('--beside') ? 'benchmarks/turns.ts' : 'benchmarks/bench.ts', words)
