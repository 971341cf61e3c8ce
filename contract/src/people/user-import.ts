import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../ground/endpoint.ts'
import { Done, id, instant, whole } from '../ground/fields.ts'
import { Page, pageOf } from '../ground/page.ts'

/** What a column of a file may hold. */
export const importFields = [
  'userId',
  'firstName',
  'lastName',
  'email',
  'employeeId',
  'phone',
  'groups',
  'organizationUnits',
  'scimAttribute1',
  'scimAttribute2',
  'scimAttribute3',
  'scimAttribute4',
  'scimAttribute5',
] as const
export type ImportField = (typeof importFields)[number]

export const importFieldNames: Record<ImportField, string> = {
  userId: 'User ID',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  employeeId: 'Employee ID',
  phone: 'Phone',
  groups: 'Groups',
  organizationUnits: 'Organization units',
  scimAttribute1: 'Attribute 1',
  scimAttribute2: 'Attribute 2',
  scimAttribute3: 'Attribute 3',
  scimAttribute4: 'Attribute 4',
  scimAttribute5: 'Attribute 5',
}

/** The columns that a file must have. */
export const neededFields = {
  users: ['userId', 'firstName', 'lastName', 'email'],
  delete: ['userId'],
} as const satisfies Record<string, readonly ImportField[]>

export const importKinds = ['users', 'delete'] as const
export const importStates = ['uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done'] as const
/** What a row will do; after the import, what it did. */
export const importOutcomes = ['new', 'update', 'same', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Largest file, in bytes. */
export const largestFile = 64 * 1024 * 1024
export const mostRows = 100_000

/** What became of a row when the import was taken back. */
export const importUndone = ['removed', 'set-back', 'stayed'] as const

const Undo = z.object({
  /** Rows that it has gone through, of those that wrote something. */
  seen: z.int(),
  removed: z.int(),
  setBack: z.int(),
  stayed: z.int(),
  actorName: z.string(),
  startedAt: instant,
  finishedAt: z.nullable(instant),
})

const UndoPreview = z.object({
  /** Users whom the import created; they go to the bin. */
  remove: z.int(),
  /** Keys of those. */
  keys: z.int(),
  /** Users whom the import changed and nobody since. */
  setBack: z.int(),
  stay: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type ImportUndoPreview = z.output<typeof UndoPreview>

const Import = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  encoding: z.string(),
  delimiter: z.string(),
  headers: z.array(z.string()),
  /** The field of each column, empty for none. */
  mapping: z.array(z.string()),
  total: z.int(),
  /** Rows that the review, then the import, has gone through. */
  seen: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The bulk run that deletes the users. */
  runId: z.nullable(z.string()),
  actorName: z.string(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
  /** Null where the import was not taken back, and in lists. */
  undo: z.nullable(Undo),
})
export type UserImport = z.output<typeof Import>

const ImportRow = z.object({
  id: z.string(),
  row: z.int(),
  cells: z.array(z.string()),
  outcome: z.nullable(z.enum(importOutcomes)),
  result: z.nullable(z.string()),
  told: z.nullable(z.string()),
  undone: z.nullable(z.enum(importUndone)),
  /** Why it stayed as it is, as a name of `bulkReasons`. */
  stayedFor: z.nullable(z.string()),
})
export type ImportRow = z.output<typeof ImportRow>

const prefix = '/administrator/tokens/import'
const Upload = z.object({
  fileName: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** The file's text, where it is not sent raw as the body with the content type text/csv. */
  csv: z.optional(z.string().check(z.maxLength(largestFile))),
})
const takesFile = { input: Upload, reply: Import, may: 'users.write', bodyLimit: largestFile, takes: 'file' } as const
const step = { reply: Import, may: 'users.write' } as const

export const userImport = feature('user-import', {
  upload: post(prefix, {
    summary: 'Upload a CSV of users, raw as text/csv; nothing is written to users yet (own addition)',
    ...takesFile,
    fails: ['file-format', 'too-large'],
  }),
  removeByCsv: del('/administrator/tokens/uploadCsv', {
    summary: 'Delete users named in an uploaded CSV: answers a preview that waits to be started',
    ...takesFile,
    fails: ['file-format', 'too-large'],
  }),
  list: get(prefix, {
    summary: 'Imports of the last 30 days, the newest first (own addition)',
    input: Page,
    reply: pageOf(Import),
    may: 'users.write',
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'One import and how far it has come (own addition)',
    input: z.object({ id }),
    ...step,
    fails: ['not-found'],
  }),
  map: put(`${prefix}/{id}`, {
    summary: 'Say what each column means, and have all rows reviewed (own addition)',
    input: z.object({ id, mapping: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(200)) }),
    ...step,
    fails: ['not-found', 'wrong-step'],
  }),
  rows: get(`${prefix}/{id}/rows`, {
    summary: 'Rows of an import with what will happen, or happened, to each (own addition)',
    input: z.object({
      id,
      page: z._default(whole(1, 100_000), 1),
      pageSize: z._default(whole(1, 100), 50),
      outcome: z.optional(z.enum(importOutcomes)),
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    reply: pageOf(ImportRow),
    may: 'users.write',
    fails: ['not-found'],
  }),
  start: post(`${prefix}/{id}/start`, {
    summary: 'Write the reviewed rows (own addition)',
    input: z.object({ id }),
    ...step,
    fails: ['not-found', 'wrong-step'],
  }),
  result: get(`${prefix}/{id}/result`, {
    summary: 'The rows with their results as CSV; refused=true only those that failed (own addition)',
    input: z.object({ id, refused: z.optional(z.enum(['true', 'false'])) }),
    reply: z.string(),
    may: 'users.write',
    answers: 'file',
    fails: ['not-found'],
  }),
  undoPreview: get(`${prefix}/{id}/undo`, {
    summary: 'What taking an import back would do, in numbers (own addition)',
    input: z.object({ id }),
    reply: UndoPreview,
    may: 'users.write',
    fails: ['not-found', 'wrong-step'],
  }),
  undo: post(`${prefix}/{id}/undo`, {
    summary: 'Take an import back: whom it created is deleted, whom it changed gets the former values (own addition)',
    input: z.object({ id }),
    ...step,
    fails: ['not-found', 'wrong-step'],
  }),
  discard: del(`${prefix}/{id}`, {
    summary: 'Forget an import that was not started (own addition)',
    input: z.object({ id }),
    reply: Done,
    may: 'users.write',
    fails: ['not-found', 'wrong-step'],
  }),
})
