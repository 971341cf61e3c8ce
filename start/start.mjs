import { ensureConsole, ensurePrograms, ensureServer } from './built.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become } from './run.mjs'

await ensureDependencies()
await ensureServer()
await ensureConsole()
await ensurePrograms()
become('server/dist/main.mjs', process.argv.slice(2))
