import { readFileSync } from 'node:fs'

// Preloaded into a server (`--import`): shifts its clock ahead by the milliseconds in a file, so that journeys need
// not wait for the product's delays.

const file = process.env['CLOCK_AHEAD_FILE'] ?? ''
const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'))

globalThis.Date = class extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date>) {
    if ((given as unknown[]).length === 0) super(now())
    else super(...given)
  }
  static override now = now
} as DateConstructor
