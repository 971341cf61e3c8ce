import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import type { ConnectionConfig } from '../platform/db/db.ts'
import { runningEmbedded, startEmbedded } from '../platform/embedded/embedded.ts'

export interface OpenDatabase {
  connection: ConnectionConfig
  close(): Promise<void>
}

/** Opens the configured database, whether a server runs or not. @throws if the embedded one can't be started */
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
      // A starting or stopping server has the folder's lock briefly while its database doesn't run
      if (tries >= 40 || !String(error).includes('Another Claviger')) throw error
      await sleep(250)
    }
  }
}
