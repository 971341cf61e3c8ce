import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Program } from '@claviger/contract/oversight/downloads'
import { zipSync } from 'fflate'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { FileReply } from '#http/bind.ts'

type Programs = Pick<AppContext, 'config'>

interface ProgramFile {
  /** Result of the build. */
  readonly path: string
  readonly name: string
  readonly mediaType: string
}

export const programFiles: Readonly<Record<Program, ProgramFile>> = {
  extension: { path: 'extension/dist/manifest.json', name: 'claviger-extension.zip', mediaType: 'application/zip' },
  reader: {
    path: 'reader/dist/claviger-reader.mjs',
    name: 'claviger-reader.mjs',
    mediaType: 'text/javascript; charset=utf-8',
  },
  'reader-linux': executable('linux-x64'),
  'reader-windows': executable('win-x64.exe'),
  'reader-macos': executable('darwin-arm64'),
}

function executable(platform: string): ProgramFile {
  const name = `claviger-reader-${platform}`
  return { path: `reader/dist/${name}`, name, mediaType: 'application/octet-stream' }
}

export const isBuilt = ({ config }: Programs, id: Program): boolean =>
  existsSync(join(config.programsFolder, programFiles[id].path))

const attached = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
})

export async function program(ctx: TransactionContext, { program: id }: { program: Program }): Promise<FileReply> {
  if (!isBuilt(ctx, id)) throw problem('not-found')
  const { programsFolder, publicUrl } = ctx.config
  const { path, name, mediaType } = programFiles[id]
  if (id !== 'extension') return new FileReply(createReadStream(join(programsFolder, path)), mediaType, attached(name))
  const files = await filesIn(join(programsFolder, 'extension/dist'))
  const bound = files.map(
    ([part, bytes]) => [part, part === 'manifest.json' ? boundTo(publicUrl, bytes) : bytes] as const,
  )
  // A fixed date, so that the same files produce the same archive
  const archive = zipSync(Object.fromEntries(bound), { mtime: '2000-01-01' })
  return new FileReply(Buffer.from(archive), mediaType, attached(name))
}

async function filesIn(folder: string): Promise<(readonly [name: string, bytes: Buffer])[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = all.filter(one => one.isFile()).map(one => join(one.parentPath, one.name))
  return Promise.all(
    paths.toSorted().map(async path => [relative(folder, path).split(sep).join('/'), await readFile(path)] as const),
  )
}

/** The manifest of an extension bound to one server: the only one it can access without asking. */
function boundTo(server: string, bytes: Buffer): Buffer {
  const { optional_host_permissions: _, ...manifest } = JSON.parse(bytes.toString()) as Record<string, unknown>
  const matches = [`${new URL(server).origin}/*`]
  const web_accessible_resources = [{ resources: ['logs.html'], matches }]
  const bound = { ...manifest, host_permissions: matches, web_accessible_resources }
  return Buffer.from(JSON.stringify(bound, null, 2))
}
