import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AppContext } from '#platform/app-context.ts'
import { type Checkpoint, newestIn } from './checkpoints.ts'

export async function newestStoredCheckpoint({ config }: AppContext): Promise<Checkpoint | undefined> {
  if (config.logCheckpoints === 'off') return undefined
  try {
    return newestIn(await readFile(config.logCheckpoints, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Appends a checkpoint to the file; existing lines are never changed. */
export async function keepCheckpoint({ config, log }: AppContext, text: string): Promise<void> {
  if (config.logCheckpoints === 'off') return
  try {
    // Others can pass through but not list it, as the embedded database requires
    await mkdir(dirname(config.logCheckpoints), { recursive: true, mode: 0o711 })
    await appendFile(config.logCheckpoints, `${text}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    log.error({ file: config.logCheckpoints, err: error }, 'a checkpoint of the activity log could not be kept')
  }
}
