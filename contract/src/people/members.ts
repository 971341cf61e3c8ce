import * as z from 'zod/mini'
import { id, listOf } from '../platform/fields.ts'

export const mostMembers = 10_000

export const userIds = z.array(id).check(z.maxLength(mostMembers, 'Use at most 10,000 users'))

/** User IDs, which may also be comma-separated in the address (decision G20). */
export const manyIds = listOf(id, mostMembers)

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

export const AddedMembers = z.object({ added: z.int(), already: z.int(), unknown: z.array(z.string()) })
export const RemovedMembers = z.object({ removed: z.int() })

export const MemberLookup = z.object({
  found: z.array(z.object({ id: z.string(), name: z.string(), userId: z.string(), already: z.boolean() })),
  unknown: z.array(z.string()),
  repeated: z.int(),
})
export type MemberLookup = z.output<typeof MemberLookup>
