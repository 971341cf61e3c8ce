import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, text } from '../platform/fields.ts'

/** `syslog`: RFC 5424 over TLS. `https`: batches of JSON lines by POST. */
export const streamKinds = ['syslog', 'https'] as const

export const LogStream = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(streamKinds),
  /** `host:port` of a syslog receiver, or an https address. */
  address: z.string(),
  ownAuthority: z.boolean(),
  clientCertificate: z.boolean(),
  authorization: z.boolean(),
  paused: z.boolean(),
  waiting: z.int(),
  missed: z.int(),
  deliveredAt: z.nullable(instant),
  /** Error of the last attempt as text; null if there is none. */
  error: z.nullable(z.string()),
  failingSince: z.nullable(instant),
  createdAt: instant,
  createdBy: z.string(),
})
export type LogStream = z.output<typeof LogStream>

const pem = z.optional(z.string().check(z.trim(), z.maxLength(20_000, 'Use at most 20,000 characters')))

const settings = {
  name: text(100, 'Name is required'),
  address: text(300, 'Address is required'),
  authority: pem,
  certificate: pem,
  /** Private key of the certificate as PEM; stored encrypted and never returned. */
  privateKey: pem,
  /** Authorization header for https; stored encrypted and never returned. */
  authorization: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(1000), z.regex(/^[\x20-\x7e]*$/, 'Use letters, digits and signs of ASCII only')),
  ),
}

const LogStreamInput = z.object({
  ...settings,
  kind: z.enum(streamKinds),
  /** `start`: the entire existing log; `now`: only new entries. */
  from: z._default(z.enum(['now', 'start']), 'now'),
})
export type LogStreamInput = z.output<typeof LogStreamInput>

/** Omitted secrets stay unchanged unless host or port changes; an empty text removes one. */
const LogStreamChange = z.object({ ...settings, id })
export type LogStreamChange = z.output<typeof LogStreamChange>

const path = '/administrator/workspace/log-streams'

export const logStreams = feature('log-streams', {
  list: get(path, {
    summary: 'List log streams with their delivery status',
    input: Nothing,
    reply: z.object({ items: z.array(LogStream) }),
    may: 'log-streams.read',
  }),
  create: post(path, {
    summary: 'Add a log stream; for HTTPS, the secret that signs batches is returned only once',
    input: LogStreamInput,
    reply: z.object({ stream: LogStream, secret: z.nullable(z.string()) }),
    may: 'log-streams.write',
    fresh: true,
    fails: ['log-streams-full'],
  }),
  update: put(`${path}/{id}`, {
    summary: 'Update a log stream; delivery is retried immediately',
    input: LogStreamChange,
    reply: LogStream,
    may: 'log-streams.write',
    fresh: true,
    fails: ['not-found', 'secret-needed'],
  }),
  pause: put(`${path}/{id}/pause`, {
    summary: 'Pause or resume a log stream',
    input: z.object({ id, paused: z.boolean() }),
    reply: LogStream,
    may: 'log-streams.write',
    fails: ['not-found'],
  }),
  test: post(`${path}/{id}/test`, {
    summary: 'Send a test entry and return the result',
    input: z.object({ id }),
    reply: z.object({ delivered: z.boolean(), reason: z.nullable(z.string()) }),
    may: 'log-streams.write',
    unconfirmed: 'looks',
    fails: ['not-found'],
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Remove a log stream',
    input: z.object({ id }),
    reply: Done,
    may: 'log-streams.write',
    fails: ['not-found'],
  }),
})
