import * as z from 'zod/mini'
import { del, get, post, type Schema } from '../platform/endpoint.ts'
import { Done, id, instant, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import type { Permission } from '../platform/permissions.ts'

export const importStates = ['uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done', 'stopped'] as const

/** Maximum file size in bytes. */
export const largestFile = 64 * 1024 * 1024
export const mostRows = 100_000

/** Encodings that must be chosen, because the bytes don't show them. */
export const fileEncodings = ['windows-1252'] as const
export type FileEncoding = (typeof fileEncodings)[number]

/** Rows above the column names: titles, dates, empty rows. */
export const lastHeaderRow = 100

export const Upload = z.object({
  fileName: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** The file's text or a typed list, unless sent as a raw body with content type text/csv. */
  csv: z.optional(z.string().check(z.maxLength(largestFile))),
  /** The row with the column names; default 1. */
  headerRow: z.optional(whole(1, lastHeaderRow)),
  encoding: z.optional(z.enum(fileEncodings)),
})

export const importFileFields = {
  fileName: z.string(),
  state: z.enum(importStates),
  encoding: z.string(),
  delimiter: z.string(),
  headers: z.array(z.string()),
  mapping: z.array(z.string()),
}

/** The fields of a column: usually one, none, or several as "email+userId". */
export const fieldsOfColumn = (column: string): string[] => column.split('+').filter(field => field !== '')

export const progress = {
  total: z.int(),
  processed: z.int(),
}

export const starterFields = {
  actorName: z.string(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
}

/** Progress of an undo; `became` counts the rows by result. */
export const undoOf = <B extends Record<string, z.ZodMiniNumberFormat>>(became: B) =>
  z.object({
    processed: z.int(),
    ...became,
    actorName: z.string(),
    startedAt: instant,
    finishedAt: z.nullable(instant),
  })

/** Rows that an undo would not change, by reason. */
export const RemainingReasons = z.array(z.object({ reason: z.string(), count: z.int() }))

/** The mapping chosen by the administrator: a field per column; several are joined by a plus. */
export const chosenColumns = { id, mapping: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)) }

/** Query parameters of rows; `chosen` adds filters. */
export const rowQuery = <C extends Record<string, z.core.$ZodType>>(chosen: C) =>
  z.object({
    id,
    page: z._default(whole(1, 100_000), 1),
    pageSize: z._default(whole(1, 100), 50),
    ...chosen,
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  })

interface Steps<Import extends Schema, Preview extends Schema> {
  prefix: string
  may: Permission
  reply: Import
  undoPreview: Preview
  summaries: Record<'list' | 'get' | 'start' | 'stop' | 'result' | 'undoPreview' | 'undo' | 'discard', string>
}

export function stepsOf<Import extends z.core.$ZodType, Preview extends z.core.$ZodType>({
  prefix,
  may,
  reply,
  undoPreview,
  summaries,
}: Steps<Import, Preview>) {
  const one = { input: z.object({ id }), may }
  const step = { ...one, reply, fails: ['not-found', 'wrong-step'] } as const
  return {
    list: get(prefix, { summary: summaries.list, input: Page, reply: pageOf(reply), may }),
    get: get(`${prefix}/{id}`, { summary: summaries.get, ...one, reply, fails: ['not-found'] }),
    start: post(`${prefix}/{id}/start`, {
      summary: summaries.start,
      ...step,
      fails: [...step.fails, 'verify-first'],
      fresh: true,
    }),
    stop: post(`${prefix}/{id}/stop`, { summary: summaries.stop, unconfirmed: 'stops', ...step }),
    result: get(`${prefix}/{id}/result`, {
      summary: summaries.result,
      input: z.object({ id, refused: z.optional(z.enum(['true', 'false'])) }),
      reply: z.string(),
      may,
      answers: 'file',
      fails: ['not-found'],
    }),
    undoPreview: get(`${prefix}/{id}/undo`, { summary: summaries.undoPreview, ...step, reply: undoPreview }),
    undo: post(`${prefix}/{id}/undo`, { summary: summaries.undo, ...step }),
    discard: del(`${prefix}/{id}`, { summary: summaries.discard, unconfirmed: 'draft', ...step, reply: Done }),
  }
}
