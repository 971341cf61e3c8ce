import * as z from 'zod/mini'
import { id, listOf } from '../ground/fields.ts'

// Groups and organization units have members alike

/** So many members are put in or taken out by one call. */
export const mostMembers = 10_000

export const userIds = z.array(id).check(z.maxLength(mostMembers, 'Use at most 10,000 users'))

/** Ids of many users, which may also come in the address (decision G20). */
export const manyIds = listOf(id, mostMembers)

/** User IDs or email addresses, as pasted or read from a file. */
export const identifiers = z
  .array(z.string().check(z.trim(), z.maxLength(254)))
  .check(z.minLength(1, 'Paste at least one User ID or email'), z.maxLength(mostMembers, 'Use at most 10,000 lines'))

export const Member = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  email: z.nullable(z.string()),
  status: z.int(),
  keys: z.int(),
})
export type Member = z.output<typeof Member>

/** What came of adding: how many joined, how many belonged already, and ids that name nobody here. */
export const Added = z.object({ added: z.int(), already: z.int(), unknown: z.array(z.string()) })
export const Removed = z.object({ removed: z.int() })

/** What a pasted list stands for. */
export const Looked = z.object({
  found: z.array(z.object({ id: z.string(), name: z.string(), userId: z.string(), already: z.boolean() })),
  unknown: z.array(z.string()),
  /** Lines that name somebody whom an earlier line named. */
  repeated: z.int(),
})
export type Looked = z.output<typeof Looked>
