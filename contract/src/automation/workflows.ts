import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, listOf, Nothing, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { Workflow, WorkflowContent, WorkflowInFull } from './workflows/workflow-content.ts'
import { WorkflowRow, WorkflowRun } from './workflows/workflow-runs.ts'

const prefix = '/administrator/workflows'
const one = z.object({ id })
const saves = [
  'not-found',
  'not-permitted',
  'zone-unknown',
  'workflow-name-taken',
  'too-many-workflows',
  'invalid-input',
] as const

export const workflows = feature('workflows', {
  list: get(prefix, {
    summary: 'List workflows with their last run',
    spec: 'workflows.list',
    input: z.extend(Page, {
      sort: z.optional(z.enum(['name', 'changed', 'executed'])),
      type: z.optional(whole(0, 9)),
      status: z.optional(z.enum(['on', 'off'])),
    }),
    reply: pageOf(Workflow),
    may: 'workflows.read',
  }),
  create: post(prefix, {
    summary: 'Create a workflow; it runs with the permissions of its creator',
    spec: 'workflows.create',
    input: WorkflowContent,
    reply: WorkflowInFull,
    may: 'workflows.write',
    fresh: true,
    fails: saves,
  }),
  removeMany: del(prefix, {
    summary: 'Delete workflows; their changes are kept',
    spec: 'workflows.delete-many',
    input: z.object({ ids: listOf(id, 200) }),
    reply: z.object({ removed: z.int() }),
    may: 'workflows.write',
  }),
  /** Data that the editor needs in addition: the workspace's time zone. */
  start: get(`${prefix}/start`, {
    summary: 'Get the default values of a new workflow',
    input: Nothing,
    reply: z.object({ zone: z.string() }),
    may: 'workflows.read',
  }),
  preview: post(`${prefix}/preview`, {
    summary: 'Preview the next five runs of a workflow and the users it would affect now',
    input: z.object({ id: z.optional(id), workflow: WorkflowContent }),
    reply: z.object({
      times: z.array(instant),
      total: z.int(),
      steps: z.array(z.object({ step: z.string(), count: z.int() })),
      people: z.array(z.object({ name: z.string(), detail: z.nullable(z.string()), step: z.string() })),
      /** The number exceeds the safety threshold, so the run would wait for an owner's approval. */
      brake: z.boolean(),
      /** Another module determines the affected users, so they are not counted here. */
      elsewhere: z.boolean(),
    }),
    may: 'workflows.read',
    unconfirmed: 'looks',
    silent: 'only reads',
    fails: ['not-found', 'zone-unknown', 'invalid-input'],
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get a workflow',
    input: one,
    reply: WorkflowInFull,
    may: 'workflows.read',
    fails: ['not-found'],
  }),
  switch: post(`${prefix}/{id}`, {
    summary: 'Turn a workflow on or off; the user who turns it on becomes responsible for it',
    spec: 'workflows.post-one',
    input: z.object({ id, status: z.enum(['on', 'off']) }),
    reply: WorkflowInFull,
    may: 'workflows.write',
    fresh: true,
    fails: ['not-found', 'not-permitted'],
  }),
  update: put(`${prefix}/{id}`, {
    summary: 'Update a workflow; the user who updates it becomes responsible for it',
    spec: 'workflows.update',
    input: z.object({
      id,
      ...WorkflowContent.shape,
      version: z.optional(z.int()),
    }),
    reply: WorkflowInFull,
    may: 'workflows.write',
    fresh: true,
    fails: [...saves, 'changed-meanwhile'],
  }),
  remove: del(`${prefix}/{id}`, {
    summary: 'Delete a workflow; its changes are kept',
    spec: 'workflows.delete',
    input: one,
    reply: Done,
    may: 'workflows.write',
    fails: ['not-found'],
  }),
  execute: post(`${prefix}/{id}/execute`, {
    summary: 'Run a workflow now',
    spec: 'workflows.execute',
    input: one,
    reply: WorkflowRun,
    may: 'workflows.write',
    fails: ['not-found', 'workflow-by-page'],
  }),
  logs: get(`${prefix}/logs/{id}`, {
    summary: 'List runs of a workflow, newest first',
    spec: 'workflows.logs',
    input: z.extend(z.omit(Page, { search: true, sort: true, order: true }), {
      id,
      execution: z.optional(whole(0, 3)),
    }),
    reply: pageOf(WorkflowRun),
    may: 'workflows.read',
    fails: ['not-found'],
  }),
  run: get(`${prefix}/runs/{id}`, {
    summary: 'Get a workflow run and its progress',
    input: one,
    reply: WorkflowRun,
    may: 'workflows.read',
    fails: ['not-found'],
  }),
  rows: get(`${prefix}/runs/{id}/rows`, {
    summary: 'List the results of a run',
    input: z.object({
      id,
      page: z._default(whole(1, 100_000), 1),
      pageSize: z._default(whole(1, 100), 50),
      result: z.optional(z.enum(['done', 'skipped', 'failed'])),
    }),
    reply: pageOf(WorkflowRow),
    may: 'workflows.read',
    fails: ['not-found'],
  }),
  result: get(`${prefix}/runs/{id}/result`, {
    summary: 'Export the results of a run as CSV',
    input: one,
    reply: z.string(),
    may: 'workflows.read',
    answers: 'file',
    fails: ['not-found'],
  }),
  retry: post(`${prefix}/runs/{id}/retry`, {
    summary: 'Retry the failed items of a run as a new run',
    input: one,
    reply: WorkflowRun,
    may: 'workflows.write',
    fails: ['not-found', 'wrong-step', 'not-permitted'],
  }),
  undo: post(`${prefix}/runs/{id}/undo`, {
    summary: 'Undo suspensions by a run within 30 days as a new run',
    input: one,
    reply: WorkflowRun,
    may: 'workflows.write',
    fresh: true,
    fails: ['not-found', 'undo-refused', 'not-permitted'],
  }),
  stop: post(`${prefix}/runs/{id}/stop`, {
    summary: 'Stop a run, including one that waits for an owner; completed changes are kept',
    input: one,
    reply: WorkflowRun,
    may: 'workflows.write',
    unconfirmed: 'stops',
    fails: ['not-found', 'wrong-step'],
  }),
  goOn: post(`${prefix}/runs/{id}/goOn`, {
    summary: 'Approve a run that waits for an owner because it would suspend or delete many keys',
    input: one,
    reply: WorkflowRun,
    may: 'directories.grant',
    fresh: true,
    fails: ['not-found', 'wrong-step'],
  }),
})
