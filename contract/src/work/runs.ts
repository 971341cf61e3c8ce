import * as z from 'zod/mini'
import { get, post } from '../platform/endpoint.ts'
import { flag, id, instant, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import type { Permission } from '../platform/permissions.ts'

/** Number of rows that are processed immediately; larger runs become a background job. */
export const immediateRows = 50
export const undoMinutes = 30

export const RunPreview = z.object({
  total: z.int(),
  able: z.int(),
  unable: z.array(z.object({ reason: z.string(), count: z.int(), names: z.array(z.string()) })),
  names: z.array(z.string()),
  keys: z.int(),
})
export type RunPreview = z.output<typeof RunPreview>

export const Run = z.object({
  id: z.string(),
  act: z.string(),
  targetName: z.nullable(z.string()),
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  actorName: z.string(),
  total: z.int(),
  processed: z.int(),
  succeeded: z.int(),
  startedAt: instant,
  finishedAt: z.nullable(instant),
  stopped: z.boolean(),
  /** Until when it can be undone; null if it can't. */
  undoUntil: z.nullable(instant),
})
export type Run = z.output<typeof Run>

interface Runs<Row extends z.core.$ZodType> {
  prefix: string
  of: string
  reads: Permission
  writes: Permission
  row: Row
}

export function runCalls<Row extends z.core.$ZodType>({ prefix, of, reads, writes, row }: Runs<Row>) {
  const one = { input: z.object({ id }), reply: Run }
  return {
    list: get(prefix, {
      summary: `Acts on many ${of}, the newest first`,
      input: Page,
      reply: pageOf(Run),
      may: reads,
    }),
    get: get(`${prefix}/{id}`, {
      summary: `One act on many ${of} and how far it has come`,
      ...one,
      may: reads,
      fails: ['not-found'],
    }),
    rows: get(`${prefix}/{id}/rows`, {
      summary: `What happened to each of the ${of} of a run`,
      input: z.object({
        id,
        page: z._default(whole(1, 100_000), 1),
        pageSize: z._default(whole(1, 100), 50),
        refused: z.optional(flag),
      }),
      reply: pageOf(row),
      may: reads,
      fails: ['not-found'],
    }),
    result: get(`${prefix}/{id}/result`, {
      summary: `What happened to each of the ${of} of a run, as CSV; refused=true only where it could not`,
      input: z.object({ id, refused: z.optional(z.enum(['true', 'false'])) }),
      reply: z.string(),
      may: reads,
      answers: 'file',
      fails: ['not-found'],
    }),
    undo: post(`${prefix}/{id}/undo`, {
      summary: `Take a run on ${of} back, within ${undoMinutes} minutes`,
      ...one,
      may: writes,
      fails: ['not-found', 'undo-refused', 'verify-first'],
    }),
    stop: post(`${prefix}/{id}/stop`, {
      summary: `Stop a run on ${of}; what was done stays done and can be taken back`,
      unconfirmed: 'stops',
      ...one,
      may: writes,
      fails: ['not-found', 'wrong-step'],
    }),
    retry: post(`${prefix}/{id}/retry`, {
      summary: `Try those ${of} again that a run could not do, as a run of its own`,
      ...one,
      may: writes,
      fails: ['not-found', 'wrong-step', 'verify-first'],
    }),
  }
}
