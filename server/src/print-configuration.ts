// npm run print:configuration: regenerates .env.example, docs/configuration.md, and the settings in the chart.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { chartSchema, chartValues } from './platform/config/print-chart.ts'
import { exampleFile, page } from './platform/config/print.ts'

const root = new URL('../../', import.meta.url)
await mkdir(new URL('docs/', root), { recursive: true })
await writeFile(new URL('.env.example', root), exampleFile())
await writeFile(new URL('docs/configuration.md', root), page())
const chart = new URL('deploy/helm/claviger/', root)
const [values, schema] = [new URL('values.yaml', chart), new URL('values.schema.json', chart)]
await writeFile(values, chartValues(await readFile(values, 'utf8')))
await writeFile(schema, chartSchema(await readFile(schema, 'utf8')))
