import * as z from 'zod/mini'
import { feature, post } from '../platform/endpoint.ts'
import { Done, id, instant, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Assertion, RequestOptions } from './ceremony.ts'

/** Calls of agents on computers, phones, and tablets (docs/protocols/agent.md). */
export const agentPrefix = '/apis/agent/v1'

const machine = { machineId: text(100), name: text(100, messages['required.name']) }
const Registered = z.object({
  id: z.string(),
  agentToken: z.string(),
  workspace: z.object({ id: z.string(), name: z.string() }),
  heartbeatSeconds: z.int(),
})
const apps = z.array(z.object({ name: text(60), version: text(60) })).check(z.maxLength(20))

const mostUses = 200
const Offline = z.object({ allowed: z.boolean(), uses: z.int(), hours: z.int() })
const Account = z.object({
  username: z.string(),
  password: z.string(),
  of: z.enum(['computer', 'user']),
  /** The PIN must be entered each time and is never remembered. */
  pinRequired: z.boolean(),
})

export const agents = feature('agents', {
  register: post(`${agentPrefix}/computers`, {
    summary: 'Register a computer with an API key of type Clients and the enrollment secret from its file',
    input: z.object({ ...machine, enrolmentSecret: text(100) }),
    reply: Registered,
    may: 'clients',
    limit: 'lookup',
    fails: ['enrolment-refused', 'device-registered'],
  }),
  registerMobile: post(`${agentPrefix}/mobiles`, {
    summary: 'Register a shared phone or tablet with an API key of type Shared Mobile',
    input: z.object(machine),
    reply: Registered,
    may: 'mobiles',
    limit: 'lookup',
    fails: ['device-registered'],
  }),
  heartbeat: post(`${agentPrefix}/heartbeat`, {
    summary: 'Report that the agent and its programs are running; returns the device settings',
    input: z.object({ hostName: z.optional(text(100)), apps: z.optional(apps) }),
    reply: z.object({
      id: z.string(),
      name: z.string(),
      offline: Offline,
      rememberedPinHours: z.int(),
      hasAccount: z.boolean(),
      heartbeatSeconds: z.int(),
      now: instant,
    }),
    may: 'agent',
    limit: 'reader',
    fails: ['agent-refused', 'workspace-disabled'],
    silent: 'A running agent is no change; a new computer name is recorded',
  }),
  challenge: post(`${agentPrefix}/sign-in/challenge`, {
    summary: 'Get a challenge for a sign-in at the device with a key',
    input: z.object({}),
    reply: z.object({ session: z.string(), options: RequestOptions }),
    may: 'agent',
    limit: 'reader',
    fails: ['agent-refused', 'workspace-disabled'],
  }),
  signIn: post(`${agentPrefix}/sign-in`, {
    summary: 'Sign a user in at the device; returns the account to use on the device',
    input: z.extend(Assertion, { session: text(400) }),
    reply: z.object({
      user: z.object({ id: z.string(), name: z.string(), userId: z.string() }),
      securityKey: z.object({ id: z.string(), name: z.string() }),
      accounts: z.array(Account),
      rememberedPinHours: z.int(),
      offline: z.nullable(z.object({ uses: z.int(), until: instant })),
    }),
    may: 'agent',
    limit: 'reader',
    fails: [
      'agent-refused',
      'challenge-refused',
      'passkey-refused',
      'passkey-malformed',
      'policy-refused',
      'workspace-disabled',
    ],
  }),
  offline: post(`${agentPrefix}/offline`, {
    summary: 'Get offline permissions of the device: which keys, how often, and for how long',
    input: z.object({}),
    reply: z.object({
      offline: Offline,
      keys: z.array(
        z.object({
          securityKeyId: z.string(),
          user: z.object({ id: z.string(), name: z.string(), userId: z.string() }),
          credentials: z.array(z.object({ id: z.string(), publicKey: z.string() })),
          usesLeft: z.int(),
          until: instant,
          rememberedPinHours: z.int(),
        }),
      ),
      /** The device's access policies: JSON, signed with Ed25519 (base64url). */
      policies: z.object({ text: z.string(), signature: z.string(), key: z.string() }),
    }),
    may: 'agent',
    limit: 'reader',
    fails: ['agent-refused', 'workspace-disabled'],
  }),
  report: post(`${agentPrefix}/offline-uses`, {
    summary: 'Report offline key use; a use is counted once, even if reported several times',
    input: z.object({
      uses: z
        .array(
          z.object({
            id,
            securityKeyId: id,
            at: instant,
            /** Version of the access policies that decided, and the deciding policy; null is the default. */
            policies: z.optional(
              z.object({ set: whole(0, Number.MAX_SAFE_INTEGER), policy: z._default(z.nullable(id), null) }),
            ),
          }),
        )
        .check(z.minLength(1), z.maxLength(mostUses)),
    }),
    reply: z.object({
      items: z.array(
        z.object({ id: z.string(), result: z.enum(['noted', 'known', 'beyond']), reason: z.nullable(z.string()) }),
      ),
    }),
    may: 'agent',
    limit: 'reader',
    fails: ['agent-refused', 'workspace-disabled'],
  }),
  leave: post(`${agentPrefix}/leave`, {
    summary: 'Remove the device when its agent is uninstalled',
    input: z.object({}),
    reply: Done,
    may: 'agent',
    limit: 'reader',
    fails: ['agent-refused', 'workspace-disabled'],
  }),
})
