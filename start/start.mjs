import { ensureConsole, ensurePrograms } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become } from './run.mjs'

await ensureDependencies()
await ensureConsole()
await ensurePrograms()
become('server/src/main.ts', process.argv.slice(2))
