import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { lowestIdAt } from '#platform/ids.ts'

const { app, given, world } = await startTestApp()

const fetched = (query: string, authorization = given.owner.accessToken) =>
  app.inject({ url: `/administrator/workspace/activity/logs/export?${query}`, headers: { authorization } })

test('the export contains every matching entry once, as CSV and as JSON', async () => {
  await world.superPool.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name, object_name)
     select $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, to_timestamp(n), 'use', 'sign-in.passkey', 1, 'Somebody ' || n, '=1+1'
     from generate_series(1, 2300) n`,
    [given.owner.workspace, lowestIdAt(new Date(1000)).slice(0, 24)],
  )
  const lines = (await fetched('kind=use')).body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2301)
  expect(new Set(lines.map(line => line.split(',')[4])).size).toBe(2301)
  expect(lines[1]).toContain("'=1+1")
  expect(JSON.parse((await fetched('kind=use&format=json&search=somebody 12')).body)).toHaveLength(111)
  expect((await fetched('', given.userManager.accessToken)).statusCode).toBe(403)
  expect((await fetched('kind=use', given.ownerElsewhere.accessToken)).body.trimEnd().split('\r\n')).toHaveLength(1)
  expect((await fetched('kind=change&format=json')).json<object[]>()[0]).toMatchObject({ action: 'activity.exported' })
})
