import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../ground/config.ts'
import type { Connection } from '../ground/db/db.ts'
import { runningEmbedded, startEmbedded } from '../ground/embedded/embedded.ts'

export interface OpenDatabase {
  connection: Connection
  /** Leaves the database as it was found: running where the server runs it, stopped where we started it. */
  close(): Promise<void>
}

/** The database of the settings, whether a server runs or not. Throws when the embedded one neither runs nor starts. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    return { connection: { connectionString: config.databaseUrl }, close: () => Promise.resolve() }
  }
  const folder = config.dataFolder
  for (let tries = 0; ; tries++) {
    const running = await runningEmbedded(folder)
    if (running) return { connection: running, close: () => Promise.resolve() }
    try {
      const started = await startEmbedded({ folder, log })
      return { connection: started.connection, close: started.stop }
    } catch (error) {
      // A server that is starting or stopping holds the folder for a moment before and after its database runs
      if (tries >= 40 || !String(error).includes('Another Claviger')) throw error
      await sleep(250)
    }
  }
}
