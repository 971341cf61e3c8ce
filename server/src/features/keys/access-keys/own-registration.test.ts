import { accessKeys } from '@claviger/contract/keys/access-keys'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { registerReader } from '#test/api/reader.ts'
import { version } from '#platform/version.ts'

const home = await startTestApp()
const { as, given } = home

test('a program reads the current reader settings and the version of the server', async () => {
  const reader = as(await registerReader(home))
  expect(await reader.tell(accessKeys.own)).toMatchObject({ name: 'Reader', serverVersion: version })
  const admin = as(given.owner.accessToken)
  await admin.tell(readerSettings.change, { ...(await admin.tell(readerSettings.get)), format: 'hex', reversed: true })
  expect((await reader.tell(accessKeys.own)).reading).toMatchObject({ format: 'hex', reversed: true })
})

test('the list of programs marks our own ones that are older than the server', async () => {
  await registerReader(home)
  const stored = (client: string, said: string) =>
    home.world.superPool.query('update reader_apps set client = $1, version = $2', [client, said])
  const outdated = async () => {
    const { items } = await as(given.owner.accessToken).tell(accessKeys.apps)
    return new Set(items.map(one => one.outdated))
  }
  await stored('claviger-reader', '0.0.9')
  expect(await outdated()).toEqual(new Set([true]))
  await stored('claviger-reader', version)
  expect(await outdated()).toEqual(new Set([false]))
  await stored('other-program', '0.0.9')
  expect(await outdated()).toEqual(new Set([false]))
})
