import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, text, whole } from '../platform/fields.ts'

export const supportStates = { waiting: 0, allowed: 1, denied: 2, ended: 3 } as const
export const supportStateNames: Readonly<Record<number, string>> = {
  [supportStates.waiting]: 'Waiting for an answer',
  [supportStates.allowed]: 'Allowed',
  [supportStates.denied]: 'Denied',
  [supportStates.ended]: 'Ended',
}

export const supportMinutes = { min: 15, max: 480 } as const

const SupportAccess = z.object({
  id: z.string(),
  by: z.string(),
  reason: z.string(),
  minutes: z.int(),
  emergency: z.boolean(),
  state: z.int(),
  askedAt: instant,
  answeredBy: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(instant),
  /** Whether the caller asked for it. */
  own: z.boolean(),
})
export type SupportAccess = z.output<typeof SupportAccess>

const path = '/superAdmin/workspaces/{id}/support'
const may = 'super.support'
const one = z.object({ id, access: id })
const items = z.object({ items: z.array(SupportAccess) })

/** Access of super administrators to a workspace, with the consent of its owner. */
export const supportAccess = feature('support-access', {
  ofWorkspace: get(path, {
    summary: 'List support accesses to a workspace, newest first, at most 20',
    input: z.object({ id }),
    reply: items,
    may,
    fails: ['not-found'],
  }),
  request: post(path, {
    summary:
      'Ask the owners of a workspace for support access; an emergency needs a second super administrator instead',
    input: z.object({
      id,
      reason: text(500, 'Enter a reason'),
      minutes: whole(supportMinutes.min, supportMinutes.max),
      emergency: z._default(z.boolean(), false),
    }),
    reply: SupportAccess,
    may,
    fails: ['not-found', 'workspace-kept', 'support-waits'],
  }),
  confirm: post(`${path}/{access}/confirm`, {
    summary: 'Allow an emergency access that another super administrator asked for; its owners are notified',
    input: one,
    reply: SupportAccess,
    may,
    fails: ['not-found', 'support-over', 'support-second'],
  }),
  open: post(`${path}/{access}/session`, {
    summary: 'Open a session in the workspace that only reads, until the access ends',
    input: one,
    reply: z.object({ accessToken: z.string(), endsAt: instant }),
    may,
    fails: ['not-found', 'support-over'],
  }),
  end: post(`${path}/{access}/end`, {
    summary: 'End a support access',
    input: one,
    reply: Done,
    may,
    unconfirmed: 'takes-away',
    fails: ['not-found', 'support-over'],
  }),
  own: get('/administrator/support-access', {
    summary: 'List support accesses to this workspace, newest first, at most 20',
    input: Nothing,
    reply: items,
    may: 'workspace.read',
  }),
  answer: post('/administrator/answerForSiteAdmin', {
    summary: 'Allow or deny a support access; the ID can be left out if only one is waiting',
    spec: 'workspace-admin.answer-for-site-admin',
    input: z.object({ id: z.optional(id), answer: z.enum(['accept', 'decline']) }),
    reply: SupportAccess,
    may: 'workspace.transfer',
    fails: ['not-found', 'support-over', 'support-several'],
  }),
  endOwn: post('/administrator/support-access/{id}/end', {
    summary: 'End a support access to this workspace',
    input: z.object({ id }),
    reply: Done,
    may: 'workspace.transfer',
    fails: ['not-found', 'support-over'],
  }),
  leave: post('/administrator/support-access/leave', {
    summary: 'End the support session that makes this call',
    input: Nothing,
    reply: Done,
    may: 'self',
    unconfirmed: 'session',
    fails: ['not-found'],
  }),
})
