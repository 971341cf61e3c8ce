import { resolve } from 'node:path'
import { writeBackup } from '../../ground/backup/write.ts'
import { type Command, Refusal } from '../command.ts'
import { tableShown } from './progress.ts'

/** Why the system writes no file, in words. */
const unwritable: Record<string, string> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is not there',
  EISDIR: 'it is a folder',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
}

export const backup: Command = {
  name: 'backup',
  takes: 'FILE',
  about:
    'Writes everything in the database to a file, as of one instant, while the server goes on; keys are kept apart',
  words: 1,
  options: {},
  async work({ world }, words) {
    const to = resolve(words.at(0))
    const written = await writeBackup(world, to, tableShown).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      throw code in unwritable ? new Refusal(`${to} cannot be written: ${unwritable[code]}`) : error
    })
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
