import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { id } from '../platform/fields.ts'
import { pageOf } from '../platform/page.ts'
import type { Permission } from '../platform/permissions.ts'
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

export const importFieldNames = {
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
export type ImportField = keyof typeof importFieldNames
export const importFields = Object.keys(importFieldNames) as ImportField[]

/** Required columns; without a user ID column, the email serves as the user ID. */
export const neededFields = {
  users: ['firstName', 'lastName', 'email'],
  delete: ['userId'],
} as const satisfies Record<string, readonly ImportField[]>

export const importKinds = ['users', 'delete'] as const
export const importOutcomes = ['new', 'update', 'same', 'refused'] as const

export const importUndoResults = ['removed', 'set-back', 'stayed'] as const

/** Groups or organization units that an import creates; only the first names. */
const CreatedPlaces = z.object({ count: z.int(), names: z.array(z.string()) })
export const mostNamedPlaces = 20

/** The groups and organization units that a reviewed file creates. */
export const placesOf = (prefix: string, may: Permission) =>
  get(`${prefix}/{id}/places`, {
    summary: 'List the groups and organization units that a reviewed import creates',
    input: z.object({ id }),
    reply: z.object({ groups: CreatedPlaces, units: CreatedPlaces }),
    may,
    fails: ['not-found'],
  })

const Undo = undoOf({ removed: z.int(), setBack: z.int(), stayed: z.int() })

const UndoPreview = z.object({
  remove: z.int(),
  keys: z.int(),
  setBack: z.int(),
  stay: RemainingReasons,
})
export type ImportUndoPreview = z.output<typeof UndoPreview>

const Import = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  ...importFileFields,
  createMissing: z.boolean(),
  ...progress,
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  runId: z.nullable(z.string()),
  ...starterFields,
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
  undone: z.nullable(z.enum(importUndoResults)),
  /** Why it was not undone, as a key of `bulkReasons`. */
  stayedFor: z.nullable(z.string()),
})
export type ImportRow = z.output<typeof ImportRow>

const prefix = '/administrator/tokens/import'
const may = 'users.write'
const takesFile = { input: Upload, reply: Import, may, bodyLimit: largestFile, takes: 'file' } as const

export const userImport = feature('user-import', ['users', 'statistics', 'bulk-runs', 'groups', 'units'], {
  upload: post(prefix, {
    summary: 'Upload a CSV of users as raw text/csv; no users are changed yet',
    unconfirmed: 'draft',
    ...takesFile,
    fails: ['file-format', 'file-encoding', 'too-large'],
  }),
  removeByCsv: del('/administrator/tokens/uploadCsv', {
    summary: 'Upload a CSV of users to delete; returns a preview that you must start',
    spec: 'admin-tokens.upload-csv-delete',
    unconfirmed: 'draft',
    ...takesFile,
    fails: ['file-format', 'file-encoding', 'too-large'],
  }),
  map: put(`${prefix}/{id}`, {
    summary: 'Map the columns of an import and start the review of all rows',
    unconfirmed: 'draft',
    input: z.object({
      ...chosenColumns,
      /** Groups and organization units of the file that don't exist are created. */
      createMissing: z.optional(z.boolean()),
    }),
    reply: Import,
    may,
    fails: ['not-found', 'wrong-step'],
  }),
  places: placesOf(prefix, may),
  rows: get(`${prefix}/{id}/rows`, {
    summary: 'List rows of an import with the planned or actual result',
    input: rowQuery({ outcome: z.optional(z.enum(importOutcomes)) }),
    reply: pageOf(ImportRow),
    may,
    fails: ['not-found'],
  }),
  ...stepsOf({
    prefix,
    may,
    reply: Import,
    undoPreview: UndoPreview,
    summaries: {
      list: 'Imports of the last 30 days, the newest first',
      get: 'One import and how far it has come',
      start: 'Write the reviewed rows',
      stop: 'Stop an import; what was written stays and can be taken back',
      result: 'The rows with their results as CSV; refused=true only those that failed',
      undoPreview: 'What taking an import back would do, in numbers',
      undo: 'Take an import back: whom it created is deleted, whom it changed gets the former values',
      discard: 'Forget an import that was not started',
    },
  }),
})
