import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../dist')
let isBuilt = false

/** A program of the server as it is shipped, which starts in half the time of its sources; built if they changed. */
export function builtProgram(name: 'main' | 'admin'): string {
  buildServer()
  return join(folder, `${name}.mjs`)
}

/** Builds the server if its sources changed; returns the folder. */
export function buildServer(): string {
  const program = "await (await import('./start/built.mjs')).ensureServer()"
  if (!isBuilt)
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: join(folder, '../..') })
  isBuilt = true
  return folder
}
