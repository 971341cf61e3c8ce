import { ensureDependencies } from './dependencies.mjs'
import { isServerBuilt } from './built.mjs'
import { become } from './run.mjs'

await ensureDependencies()
// Doesn't build: the operator may not be the user who owns these files
become(isServerBuilt() ? 'server/dist/admin.mjs' : 'server/src/admin.ts', process.argv.slice(2))
