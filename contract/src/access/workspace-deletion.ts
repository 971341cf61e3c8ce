import * as z from 'zod/mini'
import { del, feature, get, post } from '../ground/endpoint.ts'
import { Done, instant, Nothing } from '../ground/fields.ts'

/** Days between the request and the end of a workspace. */
export const graceDays = 7

const Deletion = z.nullable(z.object({ askedBy: z.string(), askedAt: instant, endsAt: instant }))

export const workspaceDeletion = feature('workspace-deletion', ['account', 'workspace-settings'], {
  state: get('/administrator/workspace/deletion', {
    summary: 'Whether this workspace is going to be deleted, and when',
    input: Nothing,
    reply: z.object({ deletion: Deletion }),
    may: 'workspace.read',
  }),
  begin: post('/administrator/workspace/deletion', {
    summary: 'Disable this workspace now and delete it in a week, after a fresh verification',
    input: z.object({
      /** Its name, typed by its owner. */
      name: z
        .string({ error: 'Type the name of the workspace' })
        .check(z.trim(), z.minLength(1, 'Type the name of the workspace'), z.maxLength(100)),
    }),
    reply: z.object({ deletion: Deletion }),
    may: 'workspace.delete',
    fails: ['verify-first', 'name-differs', 'workspace-kept'],
  }),
  cancel: del('/administrator/workspace/deletion', {
    summary: 'Keep this workspace after all',
    input: Nothing,
    reply: Done,
    may: 'workspace.delete',
    fails: ['not-found'],
  }),
})
