// npm run bench: the measured scenarios; with --beside COMMIT alternating with an earlier commit.
import { spawnSync } from 'node:child_process'
import { ensureConsole, ensureServer } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { install } from './install.mjs'
import { become } from './run.mjs'

await ensureDependencies()
await ensureServer()
await ensureConsole()
const words = process.argv.slice(2)
if (spawnSync('wrk', ['-v']).error) await install('the cost of calls', 'wrk')
become(words.includes('--beside') ? 'benchmarks/turns.ts' : 'benchmarks/bench.ts', words)
