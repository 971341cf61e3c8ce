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
import { keys } from './setting-kinds.ts'

/**
 * Reads the master key in the data folder, or creates it at the first start.
 * @throws if data exists without its key: a new key would silently make all encrypted secrets unreadable
 */
export const keptMasterKey = (folder: string): Uint8Array[] => {
  const file = join(folder, 'master.key')
  if (!existsSync(file)) {
    if (existsSync(join(folder, 'postgres'))) throw new Error(`is not set, and ${file} is missing. Restore that file`)
    make(folder, file)
  }
  const read = keys.read.safeParse(readFileSync(file, 'utf8').trim())
  if (!read.success) throw new Error(`in ${file} must be ${keys.expected}`)
  return read.data
}

// Written to a temporary file and linked atomically, so that two servers starting together read the same complete key
const make = (folder: string, file: string): void => {
  // Traversable but not readable for others: as root, the embedded database below runs under another account
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
