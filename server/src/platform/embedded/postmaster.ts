import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Places } from './postgres-folders.ts'

export interface Postmaster {
  readonly pid: number
  readonly socket: string
  readonly ready: boolean
}

export const readPostmaster = (data: string): Postmaster | undefined => {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 2) return undefined
  return { pid, socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

export const findRunningPostmaster = (data: string): Postmaster | undefined => {
  const found = readPostmaster(data)
  return found && worksOn(found.pid, data) ? found : undefined
}

/**
 * Stops a PostgreSQL that outlived its server. Returns whether there was one.
 * @throws if it doesn't exit within a minute
 */
export const endOrphan = async ({ data, socket }: Places): Promise<boolean> => {
  const left = readPostmaster(data)
  if (!left) return false
  if (!worksOn(left.pid, data)) {
    if (!commandOf(left.pid).includes('postgres')) await disown(data, socket)
    return false
  }
  process.kill(left.pid, 'SIGINT')
  for (let waited = 0; worksOn(left.pid, data); waited += 10) {
    if (waited > 60_000) throw new Error(`An earlier PostgreSQL (process ${left.pid}) doesn't stop`)
    await sleep(10)
  }
  return true
}

// No process ever has this ID.
const nobody = 2_147_483_646

/**
 * The ID of a dead process may be reused, or stay taken until its exit code is read; PostgreSQL would then
 * refuse to start. Only the ID is replaced: from the rest of the file PostgreSQL sees whether helpers of the
 * dead process still use the data.
 */
const disown = async (data: string, socket: string): Promise<void> => {
  const file = join(data, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, [String(nobody), ...lines.slice(1)].join('\n'))
  await rm(join(socket, '.s.PGSQL.5432.lock'), { force: true })
}

const worksOn = (pid: number, data: string): boolean => commandOf(pid).includes(`postgres -D ${data} -c `)

const commandOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
