import * as z from 'zod/mini'
import { ListContent, ListEntry } from '../decide/policy-content.ts'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { id, instant, listOf, optionalText, text, whole, lockOutSeen } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'

export const NamedList = z.object({
  namedListId: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.int(),
  entries: z.int(),
  policies: z.int(),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type NamedList = z.output<typeof NamedList>

const PolicyName = z.object({ id: z.string(), name: z.string(), priority: z.int() })
export const NamedListInFull = z.extend(NamedList, { list: z.array(ListEntry), usedBy: z.array(PolicyName) })
export type NamedListInFull = z.output<typeof NamedListInFull>

const one = z.object({ namedListId: id })
const prefix = '/administrator/namedList'
const MB = 1024 * 1024

export const namedLists = feature('named-lists', ['policies'], {
  create: post(`${prefix}/create`, {
    summary: 'Create a named list',
    spec: 'named-lists.create',
    input: ListContent,
    reply: NamedListInFull,
    may: 'policies.write',
    fresh: true,
    bodyLimit: 5 * MB,
    fails: ['list-name-taken', 'list-entries-wrong', 'too-many-lists'],
  }),
  list: get(prefix, {
    summary: 'List named lists with their number of entries and policies',
    spec: 'named-lists.list',
    input: z.extend(Page, {
      sort: z.optional(z.enum(['name', 'changed'])),
      type: z.optional(whole(1, 6)),
    }),
    reply: pageOf(NamedList),
    may: 'policies.read',
  }),
  removeMany: del(prefix, {
    summary: 'Delete named lists that no policy uses',
    spec: 'named-lists.delete-many',
    input: z.object({ ids: listOf(id, 200) }),
    reply: z.object({ removed: z.int() }),
    may: 'policies.write',
    fresh: true,
    fails: ['list-in-use'],
  }),
  names: get(`${prefix}/name`, {
    summary: 'List names of named lists for pickers',
    spec: 'named-lists.names',
    input: z.object({ type: z.optional(whole(1, 6)) }),
    reply: z.object({
      items: z.array(z.object({ namedListId: z.string(), name: z.string(), type: z.int(), entries: z.int() })),
    }),
    may: 'policies.read',
  }),
  get: get(`${prefix}/{namedListId}`, {
    summary: 'Get a named list with its entries and the policies that use it',
    spec: 'named-lists.get',
    input: one,
    reply: NamedListInFull,
    may: 'policies.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{namedListId}`, {
    summary: 'Update a named list; all policies that use it change immediately',
    spec: 'named-lists.update',
    input: z.object({
      ...one.shape,
      name: text(100, messages['required.list-name']),
      description: optionalText(500),
      entries: z.optional(ListContent.shape.entries),
      version: z.optional(z.int()),
      /** Continues although owners lose the access shown in the preview. */
      lockOutSeen,
    }),
    reply: NamedListInFull,
    may: 'policies.write',
    fresh: true,
    bodyLimit: 5 * MB,
    fails: ['not-found', 'list-name-taken', 'list-entries-wrong', 'changed-meanwhile', 'owners-locked-out'],
  }),
  check: post(`${prefix}/check`, {
    summary: 'Validate many lines for a list type, with errors and overlaps',
    input: z.object({ type: whole(1, 6), lines: z.string().check(z.maxLength(4 * MB)) }),
    reply: z.object({
      entries: z.array(ListEntry),
      wrong: z.array(
        z.object({ line: z.int(), text: z.string(), reason: z.string(), instead: z.nullable(z.string()) }),
      ),
      overlaps: z.array(z.object({ value: z.string(), within: z.string() })),
    }),
    may: 'policies.read',
    unconfirmed: 'looks',
    bodyLimit: 5 * MB,
    silent: 'only validates the input',
    fails: ['file-format'],
  }),
  history: get(`${prefix}/{namedListId}/versions`, {
    summary: 'List versions of a named list, newest first',
    input: z.extend(one, { before: z.optional(whole(1, 2_000_000_000)) }),
    reply: z.object({
      items: z.array(
        z.object({ version: z.int(), at: instant, by: z.string(), entries: z.int(), added: z.int(), removed: z.int() }),
      ),
      more: z.boolean(),
    }),
    may: 'policies.read',
    fails: ['not-found'],
  }),
  restore: post(`${prefix}/{namedListId}/versions/{version}/restore`, {
    summary: 'Restore an earlier version of a named list as a new version',
    input: z.object({ ...one.shape, version: whole(1, 2_000_000_000), lockOutSeen }),
    reply: NamedListInFull,
    may: 'policies.write',
    fresh: true,
    fails: ['not-found', 'owners-locked-out'],
  }),
  file: get(`${prefix}/{namedListId}/file`, {
    summary: 'Export the entries of a named list as CSV',
    input: one,
    reply: z.string(),
    may: 'policies.read',
    answers: 'file',
    fails: ['not-found'],
  }),
})
