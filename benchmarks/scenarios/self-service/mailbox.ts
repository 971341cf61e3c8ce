import pg from 'pg'
import { sealer } from '../../../server/src/platform/secrets/seal.ts'
import type { Stage } from '../../stage.ts'

interface Sealed {
  id: string
  sealed: string
}

/** Reads codes from queued emails, as recipients would from their mailboxes. */
export interface Mailbox {
  codeTo(address: string): Promise<string>
  mailsTo(address: string): number
  close(): Promise<void>
}

export async function openMailbox(stage: Stage): Promise<Mailbox> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  const key = sealer([Buffer.from(stage.env['MASTER_KEY'] ?? '', 'base64')])
  const codes = new Map<string, string>()
  const waiting = new Map<string, (code: string) => void>()
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  const read = async () => {
    const { rows: left } = await client.query<{ id: string }>(
      `select id from jobs.job where name = 'mail' and created_on > now() - interval '5 seconds'`,
    )
    // Skip emails read before: reading the emails of the last five seconds again would delay the server
    const fresh = left.map(row => row.id).filter(id => !seen.has(id))
    if (fresh.length === 0) return
    const { rows } = await client.query<{ id: string; data: Sealed }>(
      `select id, data from jobs.job where name = 'mail' and id = any($1::uuid[])`,
      [fresh],
    )
    for (const { id, data } of rows) {
      seen.add(id)
      const text = key.open(Buffer.from(data.sealed, 'base64'), `mail:letter:${data.id} of itself`).toString()
      const { to, code } = JSON.parse(text) as { to: string; code?: string }
      counts.set(to, (counts.get(to) ?? 0) + 1)
      if (code === undefined) continue
      waiting.get(to)?.(code)
      codes.set(to, code)
    }
  }
  let open = true
  const reading = (async () => {
    while (open) {
      await read()
      await new Promise(done => setTimeout(done, 25))
    }
  })()
  return {
    codeTo: address =>
      new Promise(done => {
        const known = codes.get(address)
        if (known === undefined) waiting.set(address, done)
        else done(known)
      }),
    mailsTo: address => counts.get(address) ?? 0,
    async close() {
      open = false
      await reading
      await client.end()
    },
  }
}
