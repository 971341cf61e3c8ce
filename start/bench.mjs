// npm run bench: the measured scenarios.
import { ensureConsole } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become } from './run.mjs'

await ensureDependencies()
await ensureConsole()
become('benchmarks/bench.ts', process.argv.slice(2))
