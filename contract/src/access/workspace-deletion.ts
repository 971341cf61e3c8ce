import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Done, instant, Nothing } from '../platform/fields.ts'
import { unlessTooBig } from '../platform/limits.ts'

export const graceDays = 7

const Deletion = z.nullable(z.object({ askedBy: z.string(), askedAt: instant, endsAt: instant }))

export const workspaceDeletion = feature('workspace-deletion', ['account', 'workspace-settings'], {
  state: get('/administrator/workspace/deletion', {
    summary: 'Get the deletion status of this workspace',
    input: Nothing,
    reply: z.object({ deletion: Deletion }),
    may: 'workspace.read',
  }),
  begin: post('/administrator/workspace/deletion', {
    summary: 'Disable this workspace now and delete it in 7 days; requires a recent verification',
    input: z.object({
      name: z
        .string(unlessTooBig('Enter the workspace name'))
        .check(z.trim(), z.minLength(1, 'Enter the workspace name'), z.maxLength(100)),
    }),
    reply: z.object({ deletion: Deletion }),
    may: 'workspace.delete',
    fails: ['verify-first', 'name-differs', 'workspace-kept'],
  }),
  cancel: del('/administrator/workspace/deletion', {
    summary: 'Cancel the deletion of this workspace',
    input: Nothing,
    reply: Done,
    may: 'workspace.delete',
    fails: ['not-found', 'ending-begun'],
  }),
})
