import { downloads } from '@claviger/contract/oversight/downloads'
import { expect, test } from 'vitest'
import { house } from '../../../../test/house.ts'

const { as, given } = await house()

test('the drivers of the three makes are told to whoever may read the workspace, with their addresses', async () => {
  const { items } = await as(given.readOnly.accessToken).tell(downloads.list)
  expect(items.filter(one => one.kind === 'driver').map(one => one.driver)).toEqual([0, 1, 2])
  for (const { href } of items) expect(new URL(href).protocol).toBe('https:')
  expect(await as(given.user.accessToken).ask(downloads.list)).toMatchObject({ status: 403 })
})
