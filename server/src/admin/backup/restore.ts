import { resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config.ts'
import type { ConnectionConfig } from '#platform/db/db.ts'
import { BackupRefusal } from '#platform/backup/format.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { sealer } from '#platform/secrets/seal.ts'
import { installationSecret } from '#platform/secrets/secrets.ts'
import { type PreStartCommand, CommandRefusal } from '../command.ts'
import { tableShown } from './progress.ts'
import { withClient } from '#platform/db/database-client.ts'

export const restore: PreStartCommand = {
  name: 'restore',
  takes: 'FILE',
  about: 'Restores a backup into an empty database, all or nothing; no server may be running on it',
  words: 1,
  options: {},
  async workBefore(config, owner, words) {
    await mustOwn(owner)
    const seal = sealer(config.masterKeys)
    const judge = (client: pg.ClientBase) =>
      installationSecret(client, seal, 'references').then(
        () => undefined,
        () => {
          throw new CommandRefusal(
            `MASTER_KEY (or master.key in ${config.dataFolder}) is not the master key of this backup. Nothing was restored. Use the master key of the backup`,
          )
        },
      )
    try {
      const done = await restoreBackup(owner, resolve(words.at(0)), judge, tableShown)
      tableShown('')
      return { json: { ...done }, lines: said(config, done) }
    } catch (error) {
      if (error instanceof BackupRefusal) throw new CommandRefusal(`${error.message}. Nothing was restored.`)
      throw error
    }
  },
}

const said = (config: Config, { at, tables, rows }: { at: string; tables: number; rows: number }) => [
  `Restored the backup of ${at}: ${rows} rows in ${tables} tables. You can start the server now.`,
  ...(config.logCheckpoints === 'off'
    ? []
    : [
        `If ${config.logCheckpoints} contains later log entries than this backup, verify-log reports it. This is correct. Archive the file to continue.`,
      ]),
]

async function mustOwn(owner: ConnectionConfig): Promise<void> {
  const { rows } = await withClient(owner, 'restore', client =>
    client.query<{ owns: boolean }>(
      "select pg_has_role(datdba, 'member') as owns from pg_database where datname = current_database()",
    ),
  )
  if (rows[0]?.owns !== true)
    throw new CommandRefusal('Only the owner of the database can restore it. Set DATABASE_OWNER_URL')
}
