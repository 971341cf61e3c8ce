import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'

export interface Packing {
  readonly to: string
  /** Origin of the only server it may contact; the user then needs to grant no permission. */
  readonly server?: string | undefined
}

const root = import.meta.dirname
const at = (name: string) => join(root, name)

const common = (outDir: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'error',
  build: { outDir, emptyOutDir: false, target: 'chrome123', modulePreload: false, sourcemap: false },
})

export async function pack({ to, server }: Packing): Promise<void> {
  await rm(to, { recursive: true, force: true })
  const shared = common(to)
  const pages = ['popup', 'prompt', 'options', 'logs'].map(name => at(`${name}.html`))
  const output = { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' }
  const input = [...pages, at('src/background.ts')]
  await build({ ...shared, build: { ...shared.build, rolldownOptions: { input, output } } })
  const link = { input: at('src/page-link/page-link.ts'), output: { ...output, format: 'iife' as const } }
  await build({ ...shared, publicDir: false, build: { ...shared.build, rolldownOptions: link } })
  if (server !== undefined) await bindTo(server, join(to, 'manifest.json'))
}

/** Lets a packed extension contact only this server. */
export async function bindTo(server: string, path: string): Promise<void> {
  const matches = [`${new URL(server).origin}/*`]
  const { optional_host_permissions: _, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as object & {
    optional_host_permissions: unknown
  }
  const web_accessible_resources = [{ resources: ['logs.html'], matches }]
  const bound = { ...manifest, host_permissions: matches, web_accessible_resources }
  await writeFile(path, JSON.stringify(bound, null, 2))
}
