import { resolve } from 'node:path'
import { writeBackup } from '#platform/backup/backup-writer.ts'
import { type Command, CommandRefusal } from '../command.ts'
import { tableShown } from './progress.ts'

const unwritable: Record<string, string> = {
  ENOENT: "the folder doesn't exist",
  ENOTDIR: "the folder doesn't exist",
  EISDIR: 'the path is a folder',
  EACCES: "this account can't write there",
  EPERM: "this account can't write there",
  EROFS: "the location isn't writable",
  ENOSPC: 'the disk is full',
}

export const backup: Command = {
  name: 'backup',
  takes: 'FILE',
  about:
    "Writes a consistent copy of the whole database to a file while the server keeps running; encryption keys aren't included",
  words: 1,
  options: {},
  async work({ world }, words) {
    const to = resolve(words.at(0))
    const written = await writeBackup(world, to, tableShown).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      throw code in unwritable ? new CommandRefusal(`${to} can't be written: ${unwritable[code]}`) : error
    })
    tableShown('')
    const { file, bytes, tables, rows } = written
    return {
      json: { ...written },
      lines: [
        `${rows} rows of ${tables} tables are in ${file} (${(bytes / 1e6).toFixed(1)} MB).`,
        'The backup contains readable names, addresses, and log entries. Protect it like the database.',
        `Its secrets can be decrypted only with the master key (MASTER_KEY, or master.key in ${world.config.dataFolder}). Keep a copy of the key elsewhere.`,
        ...(world.config.pkcs11Module === undefined
          ? []
          : ['The private keys of cards are in the hardware security module. Back it up separately.']),
      ],
    }
  },
}
