import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../ground/endpoint.ts'
import { Done, id, instant, whole } from '../ground/fields.ts'
import { Page, pageOf } from '../ground/page.ts'
import { cardFileFormats } from './card-numbers.ts'
import { keyReasons } from './security-keys/key-acts.ts'

/** What a column of a file of cards may hold; a row names its user by the first of three that it has. */
export const cardFields = ['cardId', 'userId', 'email', 'employeeId', 'name'] as const
export type CardField = (typeof cardFields)[number]

export const cardFieldNames: Record<CardField, string> = {
  cardId: 'Card number',
  userId: 'User ID',
  email: 'Email',
  employeeId: 'Employee ID',
  name: 'Name of the key',
}

/** The columns that can say whose a card is. */
export const cardOwnerFields = ['userId', 'email', 'employeeId'] as const satisfies readonly CardField[]

export const cardImportStates = ['uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done'] as const
/** What a row will lead to; after the import, what it led to (R160). */
export const cardResults = ['success', 'duplicate', 'no-access', 'unknown', 'broken'] as const
export type CardResult = (typeof cardResults)[number]

/** What became of a row when the import was taken back: the key deleted, a key that waited waits again, or left. */
export const cardsUndone = ['removed', 'emptied', 'stayed'] as const

/** Why a key stays when an import is taken back, in words that follow its name. */
export const cardStayReasons = {
  unknown: keyReasons.unknown,
  'above-you': keyReasons['above-you'],
  'own-key': keyReasons['own-key'],
  'changed-since': keyReasons['changed-since'],
  'used-since': 'was used since',
} as const
export type CardStayReason = keyof typeof cardStayReasons

/** Largest file, in bytes. */
export const largestCardFile = 64 * 1024 * 1024

const Undo = z.object({
  /** Rows that it has gone through, of those that assigned a card. */
  seen: z.int(),
  removed: z.int(),
  emptied: z.int(),
  stayed: z.int(),
  actorName: z.string(),
  startedAt: instant,
  finishedAt: z.nullable(instant),
})

const UndoPreview = z.object({
  /** Keys that the import made; they are deleted for good. */
  remove: z.int(),
  /** Those of them that were used since. */
  used: z.int(),
  /** Keys that waited for their card before the import; they wait again. */
  empty: z.int(),
  stay: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type CardUndoPreview = z.output<typeof UndoPreview>

const CardImport = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(cardImportStates),
  encoding: z.string(),
  delimiter: z.string(),
  headers: z.array(z.string()),
  /** The field of each column, empty for none. */
  mapping: z.array(z.string()),
  /** How the file writes the numbers of cards. */
  cardFormat: z.enum(cardFileFormats),
  total: z.int(),
  /** Rows that the review, then the import, has gone through. */
  seen: z.int(),
  results: z.object({
    success: z.int(),
    duplicate: z.int(),
    'no-access': z.int(),
    unknown: z.int(),
    broken: z.int(),
  }),
  /** The mails to the users: rows gone through, of those with a card; null before they were asked for. */
  notified: z.nullable(z.object({ seen: z.int(), mailed: z.int(), finished: z.boolean() })),
  actorName: z.string(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
  /** Null where the import was not taken back, and in lists. */
  undo: z.nullable(Undo),
})
export type CardImport = z.output<typeof CardImport>

const CardImportRow = z.object({
  id: z.string(),
  row: z.int(),
  cells: z.array(z.string()),
  result: z.nullable(z.enum(cardResults)),
  told: z.nullable(z.string()),
  /** The user, as the workspace names them or, unknown, as the file does. */
  user: z.nullable(z.string()),
  keyId: z.nullable(z.string()),
  /** Null until the user was told of the card. */
  mailed: z.nullable(z.boolean()),
  undone: z.nullable(z.enum(cardsUndone)),
  /** Why it stayed as it is, as a name of `cardStayReasons`. */
  stayedFor: z.nullable(z.string()),
})
export type CardImportRow = z.output<typeof CardImportRow>

const prefix = '/administrator/securityDevice/bulk-import'
const Upload = z.object({
  fileName: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** The file's text or a list, where it is not sent raw as the body with the content type text/csv. */
  csv: z.optional(z.string().check(z.maxLength(largestCardFile))),
})
const takesFile = {
  input: Upload,
  reply: CardImport,
  may: 'keys.write',
  bodyLimit: largestCardFile,
  takes: 'file',
  fails: ['file-format', 'too-large'],
} as const
const step = { reply: CardImport, may: 'keys.write' } as const

export const cardImport = feature('card-import', {
  upload: post(prefix, {
    summary: 'Upload a file or list of cards and their users; nothing is assigned yet',
    ...takesFile,
  }),
  uploadTags: post('/administrator/tag/uploadCsv', {
    summary: 'Upload a CSV of cards and users for bulk assignment: the same import',
    ...takesFile,
  }),
  notify: post('/administrator/securityDevice/bulk-card-assignment/notify', {
    summary: 'Tell the users of an import of their cards: a new PIN where one is due, else that the card works',
    input: z.object({ id }),
    ...step,
    fails: ['not-found', 'wrong-step'],
  }),
  list: get(prefix, {
    summary: 'Imports of cards of the last 30 days, the newest first (own addition)',
    input: Page,
    reply: pageOf(CardImport),
    may: 'keys.write',
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'One import of cards and how far it has come (own addition)',
    input: z.object({ id }),
    ...step,
    fails: ['not-found'],
  }),
  map: put(`${prefix}/{id}`, {
    summary: 'Say what each column means and how card numbers are written, and have all rows reviewed (own addition)',
    input: z.object({
      id,
      mapping: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(200)),
      cardFormat: z.enum(cardFileFormats),
    }),
    ...step,
    fails: ['not-found', 'wrong-step'],
  }),
  rows: get(`${prefix}/{id}/rows`, {
    summary: 'Rows of an import of cards with what each will lead to, or led to (own addition)',
    input: z.object({
      id,
      page: z._default(whole(1, 100_000), 1),
      pageSize: z._default(whole(1, 100), 50),
      result: z.optional(z.enum(cardResults)),
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    reply: pageOf(CardImportRow),
    may: 'keys.write',
    fails: ['not-found'],
  }),
  start: post(`${prefix}/{id}/start`, {
    summary: 'Assign the reviewed cards (own addition)',
    input: z.object({ id }),
    ...step,
    fails: ['not-found', 'wrong-step'],
  }),
  result: get(`${prefix}/{id}/result`, {
    summary: 'The rows with their results as CSV; refused=true only those without a card (own addition)',
    input: z.object({ id, refused: z.optional(z.enum(['true', 'false'])) }),
    reply: z.string(),
    may: 'keys.write',
    answers: 'file',
    fails: ['not-found'],
  }),
  undoPreview: get(`${prefix}/{id}/undo`, {
    summary: 'What taking an import of cards back would do, in numbers (own addition)',
    input: z.object({ id }),
    reply: UndoPreview,
    may: 'keys.write',
    fails: ['not-found', 'wrong-step'],
  }),
  undo: post(`${prefix}/{id}/undo`, {
    summary: 'Take an import of cards back: its keys are deleted, those that waited wait again (own addition)',
    input: z.object({ id }),
    ...step,
    fails: ['not-found', 'wrong-step'],
  }),
  discard: del(`${prefix}/{id}`, {
    summary: 'Forget an import of cards that was not started (own addition)',
    input: z.object({ id }),
    reply: Done,
    may: 'keys.write',
    fails: ['not-found', 'wrong-step'],
  }),
})
