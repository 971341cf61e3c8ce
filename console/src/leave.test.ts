import { expect, test } from 'vitest'
import { leaveBehind } from '../leave.ts'

const text = `
import * as z from 'zod/mini'
import { get } from '../platform/endpoint.ts'
import { Shared } from './elsewhere.ts'
import { Kept } from './kept.ts'
const Row = z.object({ of: Shared })
export const call = get('/x', {
  summary: 'Told to readers',
  input: z.object({ reply: z.string(), of: Kept }),
  reply: z.object({ items: z.array(Row) }),
  may: 'users.read',
  fails: ['not-found'],
})
`

test('bundles for browsers contain request schemas, and no replies or names used only by replies', () => {
  const { transform } = leaveBehind()
  const left = (transform as (code: string, id: string) => { code: string } | null)(text, '/contract/src/people/x.ts')
  expect(left?.code).toContain('input: z.object({ reply: z.string(), of: Kept })')
  expect(left?.code).toContain("may: 'users.read'")
  expect(left?.code).not.toMatch(/Row|Shared|elsewhere|items|readers|not-found/)
})

test('a call with the name of a reader-only schema is kept', () => {
  const { transform } = leaveBehind()
  const calls =
    "export const counts = feature('counts', { summary: get('/x', { summary: 'Told to readers', may: 'self' }) })"
  const left = (transform as (code: string, id: string) => { code: string } | null)(calls, '/contract/src/people/x.ts')
  expect(left?.code).toContain("summary: get('/x', {")
  expect(left?.code).not.toContain('readers')
})
