import { readFileSync } from 'node:fs'

// Loaded into a server before anything else (`--import`): its time is ahead by as many milliseconds as a file says, so that
// a journey need not wait for what the product makes people wait for.

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
