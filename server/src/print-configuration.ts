// npm run print:configuration: writes .env.example and docs/configuration.md anew.
import { mkdir, writeFile } from 'node:fs/promises'
import { exampleFile, page } from './ground/config/print.ts'

const root = new URL('../../', import.meta.url)
await mkdir(new URL('docs/', root), { recursive: true })
await writeFile(new URL('.env.example', root), exampleFile())
await writeFile(new URL('docs/configuration.md', root), page())
