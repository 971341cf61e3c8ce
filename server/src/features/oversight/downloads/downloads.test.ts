import { downloads, programs } from '@claviger/contract/oversight/downloads'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const folder = await mkdtemp(join(tmpdir(), 'claviger-programs-'))
afterAll(() => rm(folder, { recursive: true }))
const { app, as, given } = await startTestApp({ PROGRAMS_FOLDER: folder })
const build = async (path: string, text: string) => {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), text)
}

function unzipped(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  const last = archive.length - 22
  let at = archive.readUInt32LE(last + 16)
  for (let left = archive.readUInt16LE(last + 10); left > 0; left--) {
    const [size, length] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const body = archive.readUInt32LE(at + 42) + 30 + length
    const name = archive.subarray(at + 46, at + 46 + length).toString()
    files[name] = inflateRawSync(archive.subarray(body, body + size)).toString()
    at += 46 + length
  }
  return files
}

const fetched = (id: string) =>
  app.inject({
    url: `/administrator/workspace/downloads/${id}`,
    headers: { authorization: given.readOnly.accessToken },
  })

test('users who can read the workspace get the drivers of the three manufacturers with their addresses', async () => {
  const { items } = await as(given.readOnly.accessToken).tell(downloads.list)
  expect(items.map(one => one.driver)).toEqual([0, 1, 2])
  for (const { href } of items) expect(new URL(href).protocol).toBe('https:')
  expect(await as(given.user.accessToken).ask(downloads.list)).toMatchObject({ status: 403 })
})

test('programs that were not built are not offered', async () => {
  for (const id of programs) expect((await fetched(id)).statusCode).toBe(404)
  expect((await fetched('../../etc/passwd')).statusCode).toBe(404)
  expect((await fetched('master.key')).statusCode).toBe(422)
})

test('the extension is packaged for this server, and the reader programs are served unchanged', async () => {
  await build('extension/dist/manifest.json', '{"name":"x","optional_host_permissions":["https://*/*"]}')
  await build('extension/dist/parts/ü.js', 'let a')
  await build('reader/dist/claviger-reader.mjs', 'let b')
  await build('reader/dist/claviger-reader-win-x64.exe', 'MZ')
  const { items } = await as(given.readOnly.accessToken).tell(downloads.list)
  expect(items.filter(one => one.kind === 'application').map(one => [one.id, one.file, one.systems])).toEqual([
    ['extension', 'claviger-extension.zip', ['Windows', 'macOS', 'Linux']],
    ['reader', 'claviger-reader.mjs', ['Linux']],
    ['reader-windows', 'claviger-reader-win-x64.exe', ['Windows']],
  ])
  const { body, headers } = await fetched('reader-windows')
  expect([body, headers['content-type']]).toEqual(['MZ', 'application/octet-stream'])
  expect(headers['content-disposition']).toBe('attachment; filename="claviger-reader-win-x64.exe"')
  const archive = await fetched('extension')
  expect(archive.headers['content-disposition']).toContain('claviger-extension.zip')
  const { 'manifest.json': manifest = '', ...rest } = unzipped(archive.rawPayload)
  expect(rest).toEqual({ 'parts/ü.js': 'let a' })
  const matches = ['http://localhost:8080/*']
  expect(JSON.parse(manifest)).toEqual({
    name: 'x',
    host_permissions: matches,
    web_accessible_resources: [{ resources: ['logs.html'], matches }],
  })
  const reader = await fetched('reader')
  expect([reader.body, reader.headers['content-type']]).toEqual(['let b', 'text/javascript; charset=utf-8'])
  expect(await as(given.user.accessToken).ask(downloads.program, { program: 'reader' })).toMatchObject({ status: 403 })
})
