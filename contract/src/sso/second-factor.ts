import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { id } from '../platform/fields.ts'
import { secondFactors } from '../apps/applications/application-settings.ts'

export const secondFactorChecks = ['address', 'on', 'assigned', 'heard', 'confirmed'] as const

export const secondFactor = feature('second-factor', {
  check: get('/api/sso/second-factor/{id}/check', {
    summary: 'Check the setup of a second factor application step by step',
    input: z.object({ id }),
    reply: z.object({
      by: z.enum(secondFactors),
      checks: z.array(
        z.object({
          name: z.enum(secondFactorChecks),
          ok: z.boolean(),
          says: z.string(),
        }),
      ),
    }),
    may: 'applications.read',
    fails: ['not-found'],
  }),
})
