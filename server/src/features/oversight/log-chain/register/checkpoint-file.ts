import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { World } from '../../../../ground/world.ts'
import { type Checkpoint, newestIn } from './checkpoints.ts'

/** The newest checkpoint that was written to the file; undefined where there is none, or no file is kept. */
export async function newestKept({ config }: World): Promise<Checkpoint | undefined> {
  if (config.logCheckpoints === 'off') return undefined
  try {
    return newestIn(await readFile(config.logCheckpoints, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Adds a checkpoint to the file; what stands there is never touched. */
export async function keepCheckpoint({ config, log }: World, text: string): Promise<void> {
  if (config.logCheckpoints === 'off') return
  try {
    // Others may pass through but not look, as the embedded database needs it
    await mkdir(dirname(config.logCheckpoints), { recursive: true, mode: 0o711 })
    await appendFile(config.logCheckpoints, `${text}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    log.error({ file: config.logCheckpoints, err: error }, 'a checkpoint of the activity log could not be kept')
  }
}
