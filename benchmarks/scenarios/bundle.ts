import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../machine.ts'
import { atMost, type Row } from '../report.ts'

const built = join(root, 'console/dist')

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

/** Kilobytes of JavaScript and CSS, as brotli, that a first visit to a screen loads. */
export async function bundle(): Promise<Row[]> {
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const screen = (ending: string) => Object.keys(manifest).find(name => name.endsWith(ending)) ?? 'none'
  const weigh = (entries: readonly string[]) => {
    const files = new Set<string>()
    const take = (name: string) => {
      const chunk = manifest[name]
      if (!chunk || files.has(chunk.file)) return
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
      chunk.imports?.forEach(take)
    }
    entries.forEach(take)
    const size = [...files].reduce((sum, file) => sum + statSync(join(built, `${file}.br`)).size, 0) / 1000
    return { size, files: files.size }
  }
  const signIn = weigh(['index.html', screen('sign-in/SignInPage.tsx')])
  const users = weigh(['index.html', screen('frame/Frame.tsx'), screen('users/UsersPage.tsx')])
  const cardPage = weigh(['self-service.html'])
  const assets = readdirSync(join(built, 'assets')).filter(name => /\.(js|css)$/.test(name))
  const unpacked = assets.filter(
    name => !assets.includes(name) || !readdirSync(join(built, 'assets')).includes(`${name}.br`),
  )
  return [
    atMost('bundle', 'sign-in, JavaScript and CSS as brotli', signIn.size, 'KB', 130),
    atMost('bundle', 'sign-in, files of JavaScript and CSS', signIn.files, 'files', 12),
    atMost('bundle', 'user list, JavaScript and CSS as brotli', users.size, 'KB', 260),
    atMost('bundle', 'card page, JavaScript and CSS as brotli', cardPage.size, 'KB', 100),
    atMost('bundle', 'card page, files of JavaScript and CSS', cardPage.files, 'files', 8),
    atMost('bundle', 'assets without a compressed twin', unpacked.length, 'files', 0),
  ]
}
