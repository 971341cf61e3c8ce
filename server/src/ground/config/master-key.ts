import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { keys } from './kinds.ts'

/**
 * Reads the master key kept in the data folder, and makes it at the first start.
 * Throws when data is there but its key is gone: a new key would make every sealed secret unreadable without a word.
 */
export const keptMasterKey = (folder: string): Uint8Array[] => {
  const file = join(folder, 'master.key')
  if (!existsSync(file)) {
    if (existsSync(join(folder, 'postgres'))) throw new Error(`is not given and ${file} is gone; restore that file`)
    make(folder, file)
  }
  const read = keys.read.safeParse(readFileSync(file, 'utf8').trim())
  if (!read.success) throw new Error(`in ${file} must be ${keys.expected}`)
  return read.data
}

// Written aside and linked into place, so that of two servers starting at once both read one whole key.
const make = (folder: string, file: string): void => {
  // Others may pass through but not look: the database below runs under another account when we are root.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const draft = `${file}.${process.pid}`
  const open = openSync(draft, 'w', 0o600)
  writeSync(open, `${randomBytes(32).toString('base64')}\n`)
  fsyncSync(open)
  closeSync(open)
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
