import { account } from '@claviger/contract/access/account'
import { expect, test } from 'vitest'
import { features, featuresOf } from '#features.ts'
import { startTestApp } from '#test/app/test-app.ts'

const { given, as, app, world } = await startTestApp()

test('with billing off its endpoints do not exist and no plan is mentioned', async () => {
  const served = new Set(featuresOf(world.config))
  const hidden = features.filter(one => !served.has(one)).map(({ endpoint }) => endpoint)
  expect(hidden.length).toBeGreaterThan(40)
  const { accessToken } = given.superAdmin
  for (const { method, path } of hidden) {
    const url = path.replace(/\{\w+\}/g, given.owner.workspace)
    const answer = await app.inject({ method, url, headers: { authorization: accessToken } })
    expect([method, path, answer.statusCode]).toEqual([method, path, 404])
  }
  const document = (await app.inject({ url: '/openapi.json' })).body
  expect(document).not.toContain('/administrator/bills')
  expect(await as(given.owner.accessToken).tell(account.self)).toMatchObject({ billing: false })
})
