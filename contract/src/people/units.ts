import * as z from 'zod/mini'
import { feature, get } from '../ground/endpoint.ts'
import { Nothing } from '../ground/fields.ts'

export const units = feature('units', {
  names: get('/administrator/organization-units/names', {
    summary: 'Ids and names of the organization units, for pickers',
    input: Nothing,
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
    may: 'units.read',
  }),
})
