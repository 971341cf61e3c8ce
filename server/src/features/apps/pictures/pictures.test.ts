import { applications } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { pictures } from '@claviger/contract/apps/pictures'
import { myApps } from '@claviger/contract/sso/my-apps'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { as, given, app } = home
const owner = as(given.owner.accessToken)
const { application } = await owner.tell(catalogue.make, {
  preset: 'grafana',
  values: { address: 'https://g.example' },
})
const { id } = application
const data = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
function png(width: number, height: number, more = 0): Buffer {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(width, 0)
  sizes.writeUInt32BE(height, 4)
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  return Buffer.concat([head, sizes, Buffer.alloc(5 + more)])
}
const webp = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from('1a000000', 'hex'),
  Buffer.from('WEBPVP8L'),
  Buffer.from('0d0000002f7fc01f00', 'hex'),
  Buffer.alloc(16),
])
const fetched = (address: string) => app.inject({ url: address })

test('an application shows its icon in the list, on its page, and in My Apps', async () => {
  expect(application.picture).toBeNull()
  const { picture } = await owner.tell(pictures.set, { id, picture: data('png', png(128, 128)) })
  await owner.tell(applications.assign, { id, everyone: true, groups: [], units: [], users: [] })
  const { items } = await owner.tell(applications.list, {})
  expect(items.map(one => one.picture)).toEqual([picture])
  expect((await owner.tell(applications.get, { id })).picture).toBe(picture)
  const mine = await as(given.user.accessToken).tell(myApps.list)
  expect(mine.items.map(one => one.picture)).toEqual([picture])
  const got = await fetched(picture ?? '')
  expect(got.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
  })
  expect(got.rawPayload.equals(png(128, 128))).toBe(true)
  const { picture: other } = await owner.tell(pictures.set, { id, picture: data('webp', webp) })
  expect((await fetched(other ?? '')).headers['content-type']).toBe('image/webp')
  expect((await fetched(picture ?? '')).statusCode).toBe(404)
  expect(await owner.tell(pictures.set, { id, picture: null })).toEqual({ picture: null })
  expect((await fetched(other ?? '')).statusCode).toBe(404)
})

test('refuses an icon that is not an image, is too large, or belongs to another workspace', async () => {
  const refused = (picture: string) => owner.ask(pictures.set, { id, picture })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await refused(data('svg+xml', svg))).toMatchObject({ status: 422 })
  expect(await refused(data('png', svg))).toMatchObject({ status: 422, body: { code: 'image-type' } })
  expect(await refused(data('png', Buffer.from('<html>')))).toMatchObject({ status: 422 })
  expect(await refused(data('png', png(4000, 16)))).toMatchObject({ status: 422, body: { code: 'image-type' } })
  expect(await refused(data('png', png(16, 16, 65_530)))).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'picture', message: 'Choose a picture smaller than 64 KB' }] },
  })
  const one = { id, picture: data('png', png(16, 16)) }
  expect(await as(given.user.accessToken).ask(pictures.set, one)).toMatchObject({ status: 403 })
  const stranger = given.ownerElsewhere
  expect(await as(stranger.accessToken).ask(pictures.set, one)).toMatchObject({ status: 404 })
  const { picture } = await owner.tell(pictures.set, one)
  const elsewhere = (picture ?? '').replace(given.owner.workspace, stranger.workspace)
  expect((await fetched(elsewhere)).statusCode).toBe(404)
})
