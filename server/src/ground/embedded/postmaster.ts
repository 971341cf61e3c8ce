import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What PostgreSQL writes about itself in its data folder. */
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

/** The PostgreSQL at work on this folder, whoever started it. */
export const livingPostmaster = (data: string): Postmaster | undefined => {
  const found = readPostmaster(data)
  return found && worksOn(found.pid, data) ? found : undefined
}

/**
 * Ends a PostgreSQL that outlived its server and says whether there was one; clears the note of one that is dead.
 * Throws when it does not end within a minute.
 */
export const endOrphan = async (data: string): Promise<boolean> => {
  const left = readPostmaster(data)
  if (!left) return false
  if (!worksOn(left.pid, data)) {
    // The number of a dead one may belong to a stranger by now, for whose sake PostgreSQL would refuse to start.
    const command = commandOf(left.pid)
    if (command !== '' && !command.includes('postgres')) await rm(join(data, 'postmaster.pid'), { force: true })
    return false
  }
  process.kill(left.pid, 'SIGINT')
  for (let waited = 0; worksOn(left.pid, data); waited += 10) {
    if (waited > 60_000) throw new Error(`An earlier PostgreSQL (process ${left.pid}) does not end`)
    await sleep(10)
  }
  return true
}

const worksOn = (pid: number, data: string): boolean => commandOf(pid).includes(`postgres -D ${data} -c `)

/** The command line of a process, '' when there is none. */
const commandOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
