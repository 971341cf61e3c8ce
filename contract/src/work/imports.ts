import * as z from 'zod/mini'
import { del, get, post, type Schema } from '../ground/endpoint.ts'
import { Done, id, instant, whole } from '../ground/fields.ts'
import { Page, pageOf } from '../ground/page.ts'
import type { Permission } from '../ground/permissions.ts'

/** The steps of every import of a file: of users and of cards. */
export const importStates = ['uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done', 'stopped'] as const

/** Largest file, in bytes. */
export const largestFile = 64 * 1024 * 1024
export const mostRows = 100_000

/** What is sent. */
export const Upload = z.object({
  fileName: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** The file's text, or a list, where it is not sent raw as the body with the content type text/csv. */
  csv: z.optional(z.string().check(z.maxLength(largestFile))),
})

/** What is known of a file. */
export const ofFile = {
  fileName: z.string(),
  state: z.enum(importStates),
  encoding: z.string(),
  delimiter: z.string(),
  headers: z.array(z.string()),
  /** The field of each column, empty for none; several are joined by a plus. */
  mapping: z.array(z.string()),
}

/** What a column means: mostly one field, none, or several as "email+userId". */
export const fieldsOfColumn = (column: string): string[] => column.split('+').filter(field => field !== '')

/** How far an import has come. */
export const progress = {
  total: z.int(),
  /** Rows that the review, then the import, has gone through. */
  processed: z.int(),
}

/** Whose it is, and when. */
export const begunBy = {
  actorName: z.string(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
}

/** How taking an import back goes; `became` counts what the rows became. */
export const undoOf = <B extends Record<string, z.ZodMiniNumberFormat>>(became: B) =>
  z.object({
    /** Rows that it has gone through, of those that wrote something. */
    processed: z.int(),
    ...became,
    actorName: z.string(),
    startedAt: instant,
    finishedAt: z.nullable(instant),
  })

/** Those that an undo would leave as they are, by reason. */
export const stays = z.array(z.object({ reason: z.string(), count: z.int() }))

/** The field of each column, as somebody chose it; several are joined by a plus. */
export const chosenColumns = { id, mapping: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)) }

/** How rows are asked for; `chosen` narrows them. */
export const rowsAsked = <C extends Record<string, z.core.$ZodType>>(chosen: C) =>
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

/** The calls that every import has, whatever its rows are. */
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
