import * as z from 'zod/mini'
import { keyKinds } from '../keys/security-keys.ts'
import { feature, post } from '../platform/endpoint.ts'
import { id, optionalText, text, whole } from '../platform/fields.ts'
import { NewWorkspace } from './partners.ts'

export const mostImported = 200

const Result = z.object({
  row: z.int(),
  id: z.nullable(z.string()),
  /** Why the row was not imported; null if it was. */
  problem: z.nullable(z.string()),
})
export type ImportResult = z.output<typeof Result>
const reply = z.object({ imported: z.int(), results: z.array(Result) })

/** Imports by super administrators; each row succeeds or fails on its own. */
export const bulkImports = feature('bulk-imports', ['workspaces'], {
  workspaces: post('/superAdmin/workspaces/import', {
    summary: 'Create workspaces and invite their owners, with a result for each row',
    input: z.object({
      partner: z.optional(id),
      rows: z.array(z.object(NewWorkspace)).check(z.minLength(1, 'Enter at least one row'), z.maxLength(mostImported)),
    }),
    reply,
    may: 'super.workspaces',
    fails: ['not-a-partner'],
    bodyLimit: 512 * 1024,
  }),
  keys: post('/superAdmin/workspaces/{id}/bulk-import', {
    summary: 'Assign security keys to users of a workspace by email or user ID, with a result for each row',
    spec: 'super-admin.workspace-bulk-import',
    input: z.object({
      id,
      rows: z
        .array(
          z.object({
            user: text(254, 'Enter an email or user ID'),
            type: z._default(whole(1, 5), keyKinds.accessCard),
            cardId: optionalText(60),
            name: optionalText(100),
          }),
        )
        .check(z.minLength(1, 'Enter at least one row'), z.maxLength(mostImported)),
    }),
    reply,
    may: 'super.workspaces',
    fails: ['not-found'],
    bodyLimit: 512 * 1024,
  }),
})
