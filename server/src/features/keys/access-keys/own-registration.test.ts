import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { COMPUTER, registerReader } from '#test/api/reader.ts'
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
  const { value } = await as(given.owner.accessToken).tell(apiKeys.create, { name: 'Desk', type: keyTypes.clients })
  const register = (client: string, said: string) =>
    home.app.inject({
      method: 'POST',
      url: accessKeys.register.path,
      headers: { authorization: value, platform: 'linux', client, 'app-version': said },
      payload: { name: `${client} ${said}`, computerId: COMPUTER },
    })
  await register('claviger-reader', '0.0.9')
  await register('claviger-extension', version)
  await register('other-program', '0.0.9')
  const { items } = await as(given.owner.accessToken).tell(accessKeys.apps)
  expect(items.filter(one => one.outdated).map(one => one.name)).toEqual(['claviger-reader 0.0.9'])
})
