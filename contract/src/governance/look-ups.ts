import * as z from 'zod/mini'
import { PairedDevice } from '../keys/devices.ts'
import { TokenPolicy } from '../keys/token-policies.ts'
import { CardInput } from '../keys/card-numbers.ts'
import { feature, get } from '../platform/endpoint.ts'
import { email, id, instant } from '../platform/fields.ts'
import { Page, pageOf, Paging } from '../platform/page.ts'
import { Activity } from '../oversight/activity.ts'
import { activityActions } from '../oversight/log-actions.ts'

const may = 'super.look-ups'
const Named = z.object({ id: z.string(), name: z.string() })

const FoundUser = z.object({
  id: z.string(),
  workspace: Named,
  userId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  status: z.int(),
  keys: z.int(),
  createdAt: instant,
})
export type FoundUser = z.output<typeof FoundUser>

/** A security key without its owner: support needs its state, not whose it is. */
const SupportKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.int(),
  status: z.int(),
  isBlocked: z.boolean(),
  model: z.nullable(z.string()),
  lastActivity: z.nullable(instant),
  createdAt: instant,
})
export type SupportKey = z.output<typeof SupportKey>

/**
 * What operators, partners, and owners did to a workspace as a whole. Super administrators read these entries; everything
 * else in the log is about users and stays with the workspace.
 */
export const governanceActions = activityActions.filter(
  action =>
    /^(?:workspace\.|support-access\.|second-person\.|owner-change\.|trust-domain\.|maintenance\.)/.test(action) ||
    /^(?:billing\.|bill\.|licenses\.|partner-license\.|purchase\.|payment\.)/.test(action) ||
    action === 'look-up.workspace',
)

const GovernanceEntry = z.object({
  id: z.string(),
  at: instant,
  action: z.string(),
  status: z.int(),
  actorName: z.string(),
  objectName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type GovernanceEntry = z.output<typeof GovernanceEntry>

const ofUser = { id, workspace: id }
/** Each look-up is written to the workspace's own log, so these calls change something. */
const looked = { may, changes: true, unconfirmed: 'looks', fails: ['not-found'] } as const

export const lookUps = feature('look-ups', {
  users: get('/superAdmin/tokens', {
    summary:
      "Find users by their exact email, user ID, or card ID; a card ID needs the workspace. Each look-up is recorded in the workspace's log",
    spec: 'super-admin.tokens-list',
    input: z
      .object({
        email: z.optional(email()),
        userId: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
        cardId: z.optional(CardInput.shape.cardId),
        workspace: z.optional(id),
      })
      .check(
        z.refine(({ cardId: card, workspace }) => card === undefined || workspace !== undefined, {
          error: 'Choose the workspace of the card',
          path: ['workspace'],
        }),
      ),
    reply: z.object({ items: z.array(FoundUser) }),
    ...looked,
    fails: ['not-found', 'look-up-needs-term'],
  }),
  paired: get('/superAdmin/tokens/{id}/pairedList', {
    summary: 'List computers and shared devices on which a user used a key',
    spec: 'super-admin.token-paired-list',
    input: z.object(ofUser),
    reply: z.object({ items: z.array(PairedDevice) }),
    ...looked,
  }),
  events: get('/superAdmin/tokens/{id}/extraActivityLogs', {
    summary: 'List the events of a user, newest first',
    spec: 'super-admin.token-extra-logs',
    input: z.extend(Paging, { ...ofUser, sort: z.optional(z.enum(['at'])) }),
    reply: pageOf(Activity),
    ...looked,
  }),
  keysOfUser: get('/superAdmin/tokens/{id}/security-keys', {
    summary: 'List the security keys of a user',
    spec: 'super-admin.token-security-keys',
    input: z.object(ofUser),
    reply: z.object({ items: z.array(SupportKey) }),
    ...looked,
  }),
  keys: get('/superAdmin/workspaces/{id}/securityKeys', {
    summary: 'List the security keys of a workspace, without their owners',
    spec: 'super-admin.workspace-security-keys',
    input: z.extend(Page, { id, sort: z.optional(z.enum(['name', 'lastActivity', 'created'])) }),
    reply: pageOf(SupportKey),
    ...looked,
  }),
  keyEvents: get('/superAdmin/securityKeys/{id}/logs', {
    summary: 'List the log entries about a security key, newest first',
    spec: 'super-admin.security-key-logs',
    input: z.extend(Paging, { ...ofUser, sort: z.optional(z.enum(['at'])) }),
    reply: pageOf(Activity),
    ...looked,
  }),
  log: get('/superAdmin/workspaces/{id}/log', {
    summary: 'List log entries about the workspace as a whole, without those about its users, newest first',
    input: z.extend(Paging, { id, sort: z.optional(z.enum(['at'])) }),
    reply: pageOf(GovernanceEntry),
    may,
    fails: ['not-found'],
  }),
  tokenPolicies: get('/superAdmin/workspaces/{id}/tokenPolicies', {
    summary: 'List the key policies of a workspace',
    spec: 'super-admin.workspace-token-policies',
    input: z.object({ id }),
    reply: z.object({ items: z.array(TokenPolicy) }),
    ...looked,
  }),
})
