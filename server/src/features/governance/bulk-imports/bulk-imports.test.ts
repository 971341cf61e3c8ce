import { bulkImports } from '@claviger/contract/governance/bulk-imports'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const row = (url: string) => ({
  name: url,
  url,
  ownerEmail: `owner@${url}.example`,
  ownerFirstName: 'Olga',
  ownerLastName: 'North',
})

test('imports workspaces row by row, and reports conflicts without stopping other rows', async () => {
  const rows = [row('harbor'), row('northgate'), row('harbor'), row('fjord')]
  const { imported, results } = await (await sue()).tell(bulkImports.workspaces, { rows })
  expect(imported).toBe(2)
  expect(results.map(one => one.problem)).toEqual([
    null,
    expect.stringContaining('address'),
    expect.stringContaining('address'),
    null,
  ])
})

test('imports security keys by email or user ID, with a result for each row', async () => {
  const id = given.owner.workspace
  const rows = [
    { user: given.user.email, cardId: '04AABBCC' },
    { user: given.readOnly.email.toUpperCase(), type: 3 },
    { user: 'nobody@northgate.example', type: 3 },
    { user: given.administrator.email, cardId: '04AABBCC' },
    { user: given.ownerElsewhere.email, type: 3 },
  ]
  const { results } = await (await sue()).tell(bulkImports.keys, { id, rows })
  expect(results.map(one => one.problem === null)).toEqual([true, true, false, false, false])
  const owner = as((await given.session(given.owner)).accessToken)
  expect((await owner.tell(securityKeys.list)).total).toBe(2)
})

test('an import gives no user with a role a key that is active at once; they activate it by their mailbox', async () => {
  const rows = [given.owner, given.administrator].map(({ email }, at) => ({ user: email, cardId: `04AABBD${at}` }))
  const { results } = await (await sue()).tell(bulkImports.keys, { id: given.owner.workspace, rows })
  expect(results.map(one => one.id)).toEqual([null, null])
  expect(results[0]?.problem).toContain('role')
  const later = { id: given.owner.workspace, rows: [{ user: given.administrator.email, type: 3 }] }
  expect((await (await sue()).tell(bulkImports.keys, later)).imported).toBe(1)
})
