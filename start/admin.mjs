import { ensureDependencies } from './dependencies.mjs'
import { become } from './run.mjs'

await ensureDependencies()
become('server/src/admin.ts', process.argv.slice(2))
