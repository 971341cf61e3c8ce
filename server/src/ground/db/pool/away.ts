import pg from 'pg'
import { type Problem, problem } from '../../problem.ts'

// What PostgreSQL says when it ends, is ended, starts, has no room, or is not the one that takes changes any more
const codes = /^(08...|57P0[1-5]|57014|53[1-4]00|53000|58030|40001|40P01)$/

// A limit of files or of a quota is a full disk, which PostgreSQL knows no code for
const noRoom = /: (File too large|Disk quota exceeded)$/

// What the driver and the system say when there is nobody, or nobody any more
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const words =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after)/

/**
 * True where a statement failed because the database is not there, not yet or no longer, or has no room: whoever asked
 * may well ask again. `changes` where changes were let: then one that takes none is not the one any more.
 */
export function isAway(error: unknown, changes: boolean): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError)
    return codes.test(code) || noRoom.test(error.message) || (changes && code === '25006')
  return systemCodes.has(code) || words.test(error.message)
}

/** The refusal that stands for it. */
export const notReady = (error: unknown): Problem => Object.assign(problem('not-ready'), { cause: error })
