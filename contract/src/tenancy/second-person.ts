import * as z from 'zod/mini'
import { del, feature, get } from '../platform/endpoint.ts'
import { Done, id, instant } from '../platform/fields.ts'

/** What a second super administrator confirms if the installation requires it (TWO_PERSON_RULE). */
export const secondPersonKinds = { deletion: 1, reset: 2, ownerChange: 3 } as const

export const secondPersonHours = 24

export const SecondPersonRequest = z.object({
  id: z.string(),
  kind: z.int(),
  askedBy: z.string(),
  askedAt: instant,
  until: instant,
  newOwner: z.nullable(z.string()),
  /** Whether the caller asked for it. */
  own: z.boolean(),
})
export type SecondPersonRequest = z.output<typeof SecondPersonRequest>

/** Null if the act was done immediately. */
export const pendingRequestReply = z.nullable(SecondPersonRequest)

const path = '/superAdmin/workspaces/{id}/second-person'
const one = z.object({ id, request: id })

/** The call of a second super administrator; the act's own feature declares it, because it needs the same permission. */
export const confirming = {
  path,
  input: one,
  fails: ['not-found', 'second-person', 'second-person-new', 'request-over'],
} as const

/** Actions on a workspace that need a second super administrator. */
export const secondPerson = feature('second-person', ['workspaces', 'workspace-endings', 'all-administrators'], {
  list: get(path, {
    summary: 'List what waits for a second super administrator in a workspace',
    input: z.object({ id }),
    reply: z.object({ items: z.array(SecondPersonRequest) }),
    may: 'super.workspaces',
    fails: ['not-found'],
  }),
  withdraw: del(`${path}/{request}`, {
    summary: 'Withdraw or refuse an act that waits for a second super administrator',
    input: one,
    reply: Done,
    may: 'super.delete',
    unconfirmed: 'takes-away',
    fails: ['not-found'],
  }),
})
