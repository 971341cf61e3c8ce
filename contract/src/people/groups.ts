import * as z from 'zod/mini'
import { feature, get } from '../ground/endpoint.ts'
import { Nothing } from '../ground/fields.ts'

/** 0 holds all users, 1 is made here, 7 comes from a directory (specification §3). */
export const groupTypes = { everyone: 0, internal: 1, external: 7 } as const

export const groups = feature('groups', {
  ids: get('/administrator/groups/ids', {
    summary: 'Ids and names of the groups, for pickers',
    input: Nothing,
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), type: z.int() })) }),
    may: 'groups.read',
  }),
})
