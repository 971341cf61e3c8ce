import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../machine.ts'
import { atMost, type Row } from '../report.ts'

const built = join(root, 'console/dist')

export async function bundle(): Promise<Row[]> {
  const text = (name: string) => readFileSync(join(built, name), 'utf8')
  const screens = new Map(JSON.parse(text('.vite/screens.json')) as [path: string, files: string[]][])
  const weigh = (page: string, more: readonly string[] = []) => {
    const named = [...text(page).matchAll(/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file)
    const files = new Set([...named, ...more])
    const size = [...files].reduce((sum, file) => sum + statSync(join(built, `${file}.br`)).size, 0) / 1000
    return { size, files: files.size }
  }
  const signIn = weigh('index.html', screens.get('/auth/sign-in'))
  const users = weigh('index.html', screens.get('/dashboard/users'))
  const cardPage = weigh('self-service.html')
  const kiosk = weigh('attendance-tracker.html')
  const assets = readdirSync(join(built, 'assets')).filter(name => /\.(js|css)$/.test(name))
  const unpacked = assets.filter(
    name => !assets.includes(name) || !readdirSync(join(built, 'assets')).includes(`${name}.br`),
  )
  return [
    atMost('bundle', 'sign-in, JavaScript and CSS as brotli', signIn.size, 'KB', 130),
    atMost('bundle', 'sign-in, files of JavaScript and CSS', signIn.files, 'files', 12),
    atMost('bundle', 'user list, JavaScript and CSS as brotli', users.size, 'KB', 215),
    atMost('bundle', 'user list, files of JavaScript and CSS', users.files, 'files', 5),
    atMost('bundle', 'card page, JavaScript and CSS as brotli', cardPage.size, 'KB', 100),
    atMost('bundle', 'card page, files of JavaScript and CSS', cardPage.files, 'files', 8),
    atMost('bundle', 'attendance kiosk, JavaScript and CSS as brotli', kiosk.size, 'KB', 80),
    atMost('bundle', 'assets without a compressed twin', unpacked.length, 'files', 0),
  ]
}
