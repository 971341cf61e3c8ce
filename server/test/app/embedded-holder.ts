// A server reduced to its database, for tests that kill it: prints the connection, ends on SIGTERM.
import { startEmbedded } from '../../src/platform/embedded/embedded.ts'

const say = (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
const log = { debug: process.env['HOLDER_LOG'] === 'all' ? say : () => undefined, info: say, warn: say, error: say }

try {
  const embedded = await startEmbedded({ folder: process.argv[2] ?? '', log })
  process.stdout.write(`${JSON.stringify({ connection: embedded.connection })}\n`)
  process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
  setInterval(() => undefined, 60_000)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`)
  process.exitCode = 1
}
