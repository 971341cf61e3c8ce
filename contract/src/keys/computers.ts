import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, listOf, text, lockOutSeen } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { domainUser, minPasswordLength } from './stored-passwords.ts'
import {
  Device,
  deviceFilter,
  deviceSorts,
  mostDevices,
  offlineHours,
  offlineUses,
  rememberedHours,
} from './devices.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** A computer; only the name of its fixed account is returned. */
export const Computer = z.extend(Device, {
  machineId: z.string(),
  account: z.nullable(z.string()),
  accountSetAt: z.nullable(instant),
})
export type Computer = z.output<typeof Computer>

export const AgentFile = z.object({
  server: z.string(),
  api: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  enrolmentSecret: z.string(),
})
export type AgentFile = z.output<typeof AgentFile>

const UserThere = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  key: z.object({ id: z.string(), name: z.string() }),
  lastUsedAt: instant,
})

const prefix = '/administrator/workspace/fcp'
const one = z.object({ _id: id })

export const computers = feature('computers', ['devices', 'device-groups'], {
  config: get(`${prefix}/config`, {
    summary: 'Get the agent configuration for computers; the secret is shown only once, when it is created',
    spec: 'workspace-admin.fcp-config',
    input: z.object({}),
    reply: z.extend(z.omit(AgentFile, { enrolmentSecret: true }), {
      secret: z.nullable(z.object({ madeAt: instant, madeBy: z.string() })),
    }),
    may: 'devices.read',
  }),
  newSecret: post(`${prefix}/config`, {
    summary: 'Create an enrollment secret that replaces the previous one; the file with it is returned only once',
    input: z.object({}),
    reply: AgentFile,
    may: 'devices.write',
    fresh: true,
  }),
  list: get(`${prefix}/pcs`, {
    summary: 'List registered computers',
    spec: 'workspace-admin.fcp-pcs-list',
    input: z.extend(Page, { ...deviceFilter, sort: z.optional(z.enum(deviceSorts)) }),
    reply: pageOf(Computer),
    may: 'devices.read',
  }),
  get: get(`${prefix}/pcs/{_id}`, {
    summary: 'Get a computer with its groups and recent users',
    input: one,
    reply: z.extend(Computer, {
      groupList: z.array(z.object({ id: z.string(), name: z.string() })),
      userList: z.array(UserThere),
    }),
    may: 'devices.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/pcs/{_id}`, {
    summary: 'Update a computer; omitted fields are unchanged',
    spec: 'workspace-admin.fcp-pc-update',
    input: z.extend(one, {
      name: z.optional(text(100, messages['required.name'])),
      rememberedPinHours: z.optional(rememberedHours),
      offlineUses: z.optional(offlineUses),
      offlineHours: z.optional(offlineHours),
    }),
    reply: Computer,
    may: 'devices.write',
    fails: ['not-found'],
  }),
  removeMany: del(`${prefix}/pcs`, {
    summary: 'Remove computers; their agents are refused immediately',
    spec: 'workspace-admin.fcp-pcs-delete-many',
    input: z.object({ ids: listOf(id, mostDevices), lockOutSeen }),
    reply: z.object({ removed: z.int() }),
    may: 'devices.write',
    fails: ['still-blocks', 'owners-locked-out'],
  }),
  setAccount: post(`${prefix}/credential/{_id}`, {
    summary: 'Set the fixed account of a computer; only its agent can read the password',
    spec: 'workspace-admin.fcp-credential',
    input: z.extend(one, {
      username: text(200, messages['required.username']).check(
        z.regex(domainUser, messages['invalid.domain-username']),
      ),
      password: z
        .string(unlessTooBig(messages['required.password']))
        .check(
          z.minLength(1, { error: messages['required.password'], abort: true }),
          z.minLength(minPasswordLength, messages['limit.fixed-account-password']),
          z.maxLength(512),
        ),
    }),
    reply: Computer,
    may: 'devices.write',
    fails: ['not-found'],
  }),
  removeAccount: del(`${prefix}/credential/{_id}`, {
    summary: 'Remove the fixed account of a computer',
    input: one,
    reply: Done,
    may: 'devices.write',
    fails: ['not-found'],
  }),
})
