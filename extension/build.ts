import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pack } from './packing.ts'

// npm run build --workspace extension -- --server https://id.example.org
const { values } = parseArgs({ options: { server: { type: 'string' } } })
await pack({ to: join(import.meta.dirname, 'dist'), server: values.server })
