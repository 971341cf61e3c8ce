import pg from 'pg'
import { type Problem, problem } from '#platform/problem.ts'

// SQLSTATE codes of a database that stops, starts, is out of resources, or is no longer the primary
const codes = /^(08...|57P0[1-5]|57014|53[1-4]00|53000|58030|40001|40P01)$/

// Exceeded file size or quota limits mean a full disk, but PostgreSQL has no code for them
const noRoom = /: (File too large|Disk quota exceeded)$/

// Error codes of the driver and the system for a lost or impossible connection
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
 * True if a statement failed because the database is unavailable or out of space, so that a retry may succeed. With
 * `changes`, also if the database accepts no writes because it is no longer the primary.
 */
export function isAway(error: unknown, changes: boolean): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError)
    return codes.test(code) || noRoom.test(error.message) || (changes && code === '25006')
  return systemCodes.has(code) || words.test(error.message)
}

export const notReady = (error: unknown): Problem => Object.assign(problem('not-ready'), { cause: error })
