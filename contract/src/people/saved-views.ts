import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, id, text } from '../platform/fields.ts'

const SavedView = z.object({ id: z.string(), name: z.string(), query: z.string() })
export type SavedView = z.output<typeof SavedView>

const list = z.enum(['users', 'activity', 'workspaces'])
const name = text(60)
const query = z.string().check(z.maxLength(2000))

/** Maximum number of views per list and administrator. */
export const mostViews = 20

export const savedViews = feature('saved-views', {
  list: get('/administrator/views', {
    summary: 'List your saved views of a list',
    input: z.object({ list }),
    reply: z.object({ items: z.array(SavedView) }),
    may: 'self',
  }),
  save: post('/administrator/views', {
    summary: 'Save a view of a list',
    input: z.object({ list, name, query }),
    reply: SavedView,
    may: 'self',
    unconfirmed: 'own',
    fails: ['view-name-taken', 'too-many-views'],
  }),
  change: put('/administrator/views/{id}', {
    summary: 'Rename a view or change its contents',
    input: z.object({ id, name, query }),
    reply: SavedView,
    may: 'self',
    unconfirmed: 'own',
    fails: ['not-found', 'view-name-taken'],
  }),
  remove: del('/administrator/views/{id}', {
    summary: 'Remove a view',
    input: z.object({ id }),
    reply: Done,
    may: 'self',
    unconfirmed: 'own',
    fails: ['not-found'],
  }),
})
