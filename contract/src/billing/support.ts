import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { id, instant, nameText, Nothing, optionalText, text, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'

export const supportKinds = { newReader: 1, annualSubscription: 2 } as const
export type SupportKind = (typeof supportKinds)[keyof typeof supportKinds]

export const supportStates = { open: 0, inProgress: 1, done: 2, declined: 3 } as const
export type SupportState = (typeof supportStates)[keyof typeof supportStates]

/** Requests of a workspace that are open at the same time. */
export const openSupportRequests = 20

const SupportRequest = z.object({
  id: z.string(),
  /** Unique in the installation, such as SR-1042; also in the emails. */
  number: z.string(),
  kind: z.int(),
  state: z.int(),
  /** Readers of a reader request; users of an annual subscription. */
  quantity: z.int(),
  /** Security keys of an annual subscription. */
  keys: z.nullable(z.int()),
  model: z.nullable(z.string()),
  address: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** What the operator answered. */
  answer: z.nullable(z.string()),
  createdAt: instant,
  changedAt: instant,
})
export type SupportRequest = z.output<typeof SupportRequest>

export const SupportRequestOfWorkspace = z.extend(SupportRequest, {
  sender: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  workspace: z.object({ id: z.string(), name: z.string() }),
})
export type SupportRequestOfWorkspace = z.output<typeof SupportRequestOfWorkspace>

export const support = feature('support', {
  newReader: post('/administrator/support/new-reader', {
    summary: 'Ask the operator for new card readers',
    spec: 'support.new-reader',
    input: z.object({
      model: nameText(100, 'Enter the reader model'),
      quantity: whole(1, 10_000),
      address: text(500, 'Enter the delivery address'),
      note: optionalText(2000),
    }),
    reply: SupportRequest,
    may: 'workspace.read',
    unconfirmed: 'own',
    fails: ['too-many-support-requests'],
  }),
  annualRequest: post('/administrator/support/annual-request', {
    summary: 'Ask the operator for an annual subscription',
    spec: 'support.annual-request',
    input: z.object({
      users: whole(1, 10_000_000),
      keys: whole(1, 10_000_000),
      note: optionalText(2000),
    }),
    reply: SupportRequest,
    may: 'workspace.read',
    unconfirmed: 'own',
    fails: ['too-many-support-requests'],
  }),
  list: get('/administrator/support/requests', {
    summary: 'List your own support requests, the newest 100 first',
    input: Nothing,
    reply: z.object({ items: z.array(SupportRequest) }),
    may: 'workspace.read',
  }),
  all: get('/superAdmin/support/requests', {
    summary: 'List the support requests of all workspaces',
    input: z.extend(Page, { state: z.optional(whole(0, 3)), kind: z.optional(whole(1, 2)) }),
    reply: pageOf(SupportRequestOfWorkspace),
    may: 'super.workspaces',
  }),
  answer: put('/superAdmin/support/requests/{id}', {
    summary: 'Set the status of a support request; its sender receives an email',
    input: z.object({ id, state: whole(0, 3), answer: optionalText(2000) }),
    reply: SupportRequestOfWorkspace,
    may: 'super.workspaces',
    fails: ['not-found'],
  }),
})
