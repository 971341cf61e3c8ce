import * as z from 'zod/mini'
import { type ImportField, importFieldNames, placesOf } from '../people/user-import.ts'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { id } from '../platform/fields.ts'
import { pageOf } from '../platform/page.ts'
import {
  starterFields,
  chosenColumns,
  largestFile,
  importFileFields,
  progress,
  rowQuery,
  RemainingReasons,
  stepsOf,
  undoOf,
  Upload,
} from '../work/imports.ts'
import { BitFormat } from './card-bits.ts'
import { cardFileFormats, CardInput } from './card-numbers.ts'
import { keyReasons } from './key-acts.ts'

/** Columns of users who are created if they don't exist yet. */
export const newUserFields = [
  'firstName',
  'lastName',
  'phone',
  'groups',
  'organizationUnits',
] as const satisfies readonly ImportField[]

/** Possible columns of a card file; a row's user is identified by the first owner column that it has. */
export const cardFields = ['cardId', 'facilityCode', 'userId', 'email', 'employeeId', 'name', ...newUserFields] as const
export type CardField = (typeof cardFields)[number]

export const cardFieldNames: Record<CardField, string> = {
  cardId: 'Card number',
  facilityCode: 'Facility code',
  userId: 'User ID',
  email: 'Email',
  employeeId: 'Employee ID',
  name: 'Key name',
  firstName: importFieldNames.firstName,
  lastName: importFieldNames.lastName,
  phone: importFieldNames.phone,
  groups: importFieldNames.groups,
  organizationUnits: importFieldNames.organizationUnits,
}

export const cardOwnerFields = ['userId', 'email', 'employeeId'] as const satisfies readonly CardField[]

/** Planned result of a row; after the import, the actual one (R160). */
export const cardResults = ['success', 'duplicate', 'no-access', 'unknown', 'broken'] as const
export type CardResult = (typeof cardResults)[number]

/** How users get the PINs of imported cards: they choose it at the first tap, random ones are shown once, or none. */
export const importedPins = ['later', 'show', 'none'] as const
export type ImportedPins = (typeof importedPins)[number]

const CardPin = z.object({ row: z.int(), user: z.string(), key: z.string(), pin: z.string() })
export type CardPin = z.output<typeof CardPin>

export const cardUndoResults = ['removed', 'emptied', 'stayed'] as const

export const cardStayReasons = {
  unknown: keyReasons.unknown,
  'above-you': keyReasons['above-you'],
  'own-key': keyReasons['own-key'],
  'changed-since': keyReasons['changed-since'],
  'used-since': '{count, plural, one {was} other {were}} used since then',
} as const
export type CardStayReason = keyof typeof cardStayReasons

const Undo = undoOf({ removed: z.int(), emptied: z.int(), stayed: z.int() })

const UndoPreview = z.object({
  remove: z.int(),
  used: z.int(),
  empty: z.int(),
  /** Users that the import created. */
  users: z.int(),
  stay: RemainingReasons,
})
export type CardUndoPreview = z.output<typeof UndoPreview>

const CardImport = z.object({
  id: z.string(),
  ...importFileFields,
  cardFormat: z.enum(cardFileFormats),
  /** Of the format `facility`. */
  bitFormat: z.nullable(BitFormat),
  createMissing: z.boolean(),
  pins: z.enum(importedPins),
  pinsShown: z.boolean(),
  ...progress,
  results: z.object({
    success: z.int(),
    duplicate: z.int(),
    'no-access': z.int(),
    unknown: z.int(),
    broken: z.int(),
  }),
  /** Emails to the card users: rows processed and sent; null before they were requested. */
  notified: z.nullable(z.object({ processed: z.int(), mailed: z.int(), finished: z.boolean() })),
  ...starterFields,
  undo: z.nullable(Undo),
})
export type CardImport = z.output<typeof CardImport>

const CardImportRow = z.object({
  id: z.string(),
  row: z.int(),
  cells: z.array(z.string()),
  result: z.nullable(z.enum(cardResults)),
  told: z.nullable(z.string()),
  /** The user's name in the workspace, or in the file if unknown. */
  user: z.nullable(z.string()),
  keyId: z.nullable(z.string()),
  /** Null until the user was notified about the card. */
  mailed: z.nullable(z.boolean()),
  undone: z.nullable(z.enum(cardUndoResults)),
  /** Why it was not undone, as a key of `cardStayReasons`. */
  stayedFor: z.nullable(z.string()),
})
export type CardImportRow = z.output<typeof CardImportRow>

/** A format in which a tapped card is one of the file, and the first row that has it. */
const FormatMatch = z.object({
  cardFormat: z.enum(cardFileFormats),
  bitFormat: z.nullable(BitFormat),
  row: z.int(),
  cells: z.array(z.string()),
})
export type CardFormatMatch = z.output<typeof FormatMatch>

/** Rows in which a tapped card is looked for. */
export const mostRowsForTap = 20_000

const tapped = z.string().check(z.trim(), z.maxLength(60))

const prefix = '/administrator/securityDevice/bulk-import'
const may = 'keys.write'
const takesFile = {
  input: Upload,
  reply: CardImport,
  may,
  bodyLimit: largestFile,
  takes: 'file',
  fails: ['file-format', 'file-encoding', 'too-large'],
} as const

export const cardImport = feature(
  'card-import',
  ['security-keys', 'key-acts', 'users', 'statistics', 'groups', 'credentials'],
  {
    upload: post(prefix, {
      summary: 'Upload a file or list of cards and their users; nothing is assigned yet',
      spec: 'security-keys.bulk-import',
      unconfirmed: 'draft',
      ...takesFile,
    }),
    uploadTags: post('/administrator/tag/uploadCsv', {
      summary: 'Upload a CSV of cards and users for bulk assignment (same import)',
      spec: 'admin-tokens.tag-upload-csv',
      unconfirmed: 'draft',
      ...takesFile,
    }),
    notify: post('/administrator/securityDevice/bulk-card-assignment/notify', {
      summary: 'Notify the users of a card import: how to set a PIN where needed, otherwise that the card works',
      spec: 'security-keys.bulk-card-assignment-notify',
      input: z.object({ id }),
      reply: CardImport,
      may,
      fails: ['not-found', 'wrong-step'],
    }),
    map: put(`${prefix}/{id}`, {
      summary: 'Map columns, set the card number format, and start the review of all rows',
      unconfirmed: 'draft',
      input: z.object({
        ...chosenColumns,
        cardFormat: z.enum(cardFileFormats),
        /** Required with the format `facility`, together with a tapped card of the file that confirms it. */
        bitFormat: z.optional(BitFormat),
        tapped: z.optional(tapped),
        /** Groups and organization units of new users that don't exist are created. */
        createMissing: z.optional(z.boolean()),
        /** Applies to new keys; keys that were pending keep their settings. */
        pins: z.optional(z.enum(importedPins)),
      }),
      reply: CardImport,
      may,
      fails: ['not-found', 'wrong-step', 'card-format-unconfirmed'],
    }),
    pins: post(`${prefix}/{id}/pins`, {
      summary: 'Get the random PINs of imported cards; they are shown once and then deleted',
      input: z.object({ id }),
      reply: z.object({ items: z.array(CardPin) }),
      may,
      fresh: true,
      fails: ['not-found', 'wrong-step'],
    }),
    places: placesOf(prefix, may),
    findFormat: post(`${prefix}/{id}/format`, {
      summary: 'Find the formats in which a tapped card is one of the file; stores nothing',
      unconfirmed: 'looks',
      silent: 'only reads the file',
      input: z.object({
        ...chosenColumns,
        cardId: CardInput.shape.cardId,
        /** Tried in addition to the usual formats. */
        bitFormat: z.optional(BitFormat),
      }),
      reply: z.object({ matches: z.array(FormatMatch) }),
      may,
      fails: ['not-found', 'wrong-step'],
    }),
    rows: get(`${prefix}/{id}/rows`, {
      summary: 'List rows of a card import with the planned or actual result',
      input: rowQuery({ result: z.optional(z.enum(cardResults)) }),
      reply: pageOf(CardImportRow),
      may,
      fails: ['not-found'],
    }),
    ...stepsOf({
      prefix,
      may,
      reply: CardImport,
      undoPreview: UndoPreview,
      summaries: {
        list: 'Imports of cards of the last 30 days, the newest first',
        get: 'One import of cards and how far it has come',
        start: 'Assign the reviewed cards',
        stop: 'Stop an import of cards; what was assigned stays and can be taken back',
        result: 'The rows with their results as CSV; refused=true only those without a card',
        undoPreview: 'What taking an import of cards back would do, in numbers',
        undo: 'Take an import of cards back: its keys are deleted, those that waited wait again',
        discard: 'Forget an import of cards that was not started',
      },
    }),
  },
)
