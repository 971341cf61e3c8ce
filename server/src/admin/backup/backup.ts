import { resolve } from 'node:path'
import { writeBackup } from '../../ground/backup/write.ts'
import type { Command } from '../command.ts'
import { tableShown } from './progress.ts'

export const backup: Command = {
  name: 'backup',
  takes: 'FILE',
  about:
    'Writes everything in the database to a file, as of one instant, while the server goes on; keys are kept apart',
  words: 1,
  options: {},
  async work({ world }, words) {
    const written = await writeBackup(world, resolve(words.at(0)), tableShown)
    tableShown('')
    const { file, bytes, tables, rows } = written
    return {
      json: { ...written },
      lines: [
        `${rows} rows of ${tables} tables are in ${file} (${(bytes / 1e6).toFixed(1)} MB).`,
        'Names, addresses and the log in it are readable: keep it as you keep the database.',
        `Its secrets open only with the master key (MASTER_KEY, or master.key in ${world.config.dataFolder}): keep a copy of that elsewhere.`,
        ...(world.config.pkcs11Module === undefined
          ? []
          : ['Private keys of cards are in the hardware security module: back it up by its own means.']),
      ],
    }
  },
}
