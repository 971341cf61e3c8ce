// npm run faults, for example every night: faults in each phase of a server's life, with the longest durations that
// occur in production. Prints a table of phases and faults. It takes about half an hour.
import { join } from 'node:path'
import { ensureConsole, ensureServer } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { node, run } from './run.mjs'
import { root } from './root.mjs'

await ensureDependencies()
await ensureServer()
await ensureConsole()
const vitest = join(root, 'node_modules', '.bin', 'vitest')
const files = ['server/test/faults', 'server/test/processes', ...process.argv.slice(2)]
const env = { FAULTS: 'long', PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(':') }
process.exitCode = await run(node(), [vitest, 'run', '--project', 'server', ...files], env)
